/** What absent options mean. The schemas fill them in; builders use them where the envelope is absent. */

export const BIGBOX_W_DEFAULTS = {
  allowPdp: false,
  cartMode: "auto",
  fallbackMode: "items",
  includeStoreId: "auto",
  preferItemsForWalmart: true,
  preferOffersForMarketplace: false,
} as const;

export const BIGBOX_T_DEFAULTS = { allowPdp: true } as const;

export const DELIVERY_APP_DEFAULTS = { routingMode: "no_preference" } as const;
