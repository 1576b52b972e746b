/** A retailer of the delivery app, as discovery knows it. */
export interface DeliveryAppRetailer {
  retailerId: string;
  slug: string;
  name: string;
  services: string[];
  categories: string[];
  locationCount: number;
  samplePostalCodes: string[];
}
