/** Real slugs and ids have some 30 characters. What is far longer is left out of URLs and of redirect entries. */
const MAX_SHOP_ID_LENGTH = 256;

/** Whether the slug or id of one of the delivery app's shops can be part of a URL. */
export const isUsableShopId = (id: string): boolean => id !== "" && id.length <= MAX_SHOP_ID_LENGTH;
