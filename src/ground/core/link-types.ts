/**
 * The link types of the GS1 Web Vocabulary 1.16 for products (https://ref.gs1.org/voc/?show=linktypes), without the default
 * link and deprecated types.
 */
export const LINK_TYPES = (
  "activityIdeas allergenInfo appDownload backgroundInfo brandHomepageClinical brandHomepagePatient careersInfo " +
  "certificationInfo consumerHandlingStorageInfo dpp eifu epcis epil eventsInfo faqs hasRetailers homepage ingredientsInfo " +
  "instructions jws leaveReview locationInfo logisticsInfo loyaltyProgram masterData menuInfo nutritionalInfo " +
  "openingHoursInfo paymentLink pip promotion purchaseSuppliesOrAccessories quickStartGuide recallStatus recipeInfo " +
  "registerProduct registryEntry relatedImage relatedVideo reportFound review safetyInfo scheduleTime serviceInfo " +
  "smartLabel smpc socialMedia statisticInfo subscribe support sustainabilityInfo traceability tutorial userAgreement " +
  "verificationService whatsInTheBox"
).split(" ");

export const GS1_VOCABULARY = "https://ref.gs1.org/voc/";

/** The name of a link type as requests write it: `gs1:pip`, or a URI of the vocabulary; null for another vocabulary. */
export const linkTypeOf = (text: string): string | null =>
  /^(?:gs1:|https?:\/\/(?:ref\.|www\.)?gs1\.org\/voc\/)(\w+)$/.exec(text)?.[1] ?? null;

/** The title of a link without its own: `recipeInfo` is "Recipe info". */
export const titleOfType = (type: string): string => {
  if (type === "pip") return "Product information";
  const words = type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
