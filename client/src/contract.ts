// Generated from the OpenAPI document by `npm run generate -w client`. Do not edit.

export interface components {
    schemas: {
        /** @description Properties to add to the base contract. */
        Include: ("addresses" | "domain" | "gtin" | "offers" | "schedule" | "slug" | "state" | "style" | "warnings" | "all")[];
        /** @description The definition of a link: the fields depend on its retailer and intent. At most 1600000 bytes as JSON. */
        CreateLinkRequest: components["schemas"]["BigboxWAddToCartLink"] | components["schemas"]["BigboxTProductDetailLink"] | components["schemas"]["DeliveryAppProductDetailLink"] | components["schemas"]["DeliveryAppShoppingListLink"] | components["schemas"]["DeliveryAppRecipeLink"] | components["schemas"]["BigboxWProductDetailLink"] | components["schemas"]["BigboxTAddToCartLink"] | components["schemas"]["MarketplaceProductDetailLink"] | components["schemas"]["MarketplaceAddToCartLink"] | components["schemas"]["GrocerAProductDetailLink"] | components["schemas"]["CustomUrlLink"] | components["schemas"]["ChoiceChooseRetailerLink"];
        /**
         * Add-to-cart, first big-box
         * @description A link for the retailer `bigbox_w` with the intent `add_to_cart`.
         */
        BigboxWAddToCartLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_w";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "add_to_cart";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w: components["schemas"]["BigboxWOptions"];
            };
        };
        /** @description Further addresses of the link. */
        KeptAddresses: {
            /** @description Paths of the link's domain, exactly as printed before, such as `/Spring_Sale`: they redirect where no other address of the domain does. */
            keep?: string[];
        };
        /** @description A further link of a GTIN. */
        GtinLink: {
            /**
             * @description Link type of the GS1 Web Vocabulary, without `gs1:`.
             * @enum {string}
             */
            type: "activityIdeas" | "allergenInfo" | "appDownload" | "backgroundInfo" | "brandHomepageClinical" | "brandHomepagePatient" | "careersInfo" | "certificationInfo" | "consumerHandlingStorageInfo" | "dpp" | "eifu" | "epcis" | "epil" | "eventsInfo" | "faqs" | "hasRetailers" | "homepage" | "ingredientsInfo" | "instructions" | "jws" | "leaveReview" | "locationInfo" | "logisticsInfo" | "loyaltyProgram" | "masterData" | "menuInfo" | "nutritionalInfo" | "openingHoursInfo" | "paymentLink" | "pip" | "promotion" | "purchaseSuppliesOrAccessories" | "quickStartGuide" | "recallStatus" | "recipeInfo" | "registerProduct" | "registryEntry" | "relatedImage" | "relatedVideo" | "reportFound" | "review" | "safetyInfo" | "scheduleTime" | "serviceInfo" | "smartLabel" | "smpc" | "socialMedia" | "statisticInfo" | "subscribe" | "support" | "sustainabilityInfo" | "traceability" | "tutorial" | "userAgreement" | "verificationService" | "whatsInTheBox";
            /**
             * Format: uri
             * @description Where it redirects. A short link of this service is allowed.
             */
            url: string;
            /** @description Language of the page, such as `de` or `pt-BR`. */
            language?: string;
            /** @description Title for people who choose. */
            title?: string;
        };
        /** @description The link of one lot of a GTIN. */
        GtinLot: {
            /** @description The lot, exactly as encoded. */
            lot: string;
            /**
             * Format: uri
             * @description Where it redirects. A short link of this service is allowed.
             */
            url: string;
            /** @description Title for people who choose. */
            title?: string;
        };
        /** @description Identifies the link's visits at the retailer and in reports. */
        TrackingOptions: {
            /** @description UTM values, which are added to the destination. */
            utm?: {
                /** @description Value of the parameter `utm_source` of the destination. */
                source?: string;
                /** @description Value of the parameter `utm_medium` of the destination. */
                medium?: string;
                /** @description Value of the parameter `utm_campaign` of the destination. */
                campaign?: string;
                /** @description Value of the parameter `utm_term` of the destination. */
                term?: string;
                /** @description Value of the parameter `utm_content` of the destination. */
                content?: string;
            };
            /** @description Value of the link to you, in your own unit. */
            linkValue?: number;
            /** @description Your own tags, for finding links. */
            tags?: string[];
        };
        /** @description What messengers show of the link. Default: the public name. */
        LinkCard: {
            /** @description The title. */
            title: string;
            /** @description A text below the title. */
            text?: string;
            /**
             * Format: uri
             * @description The picture.
             */
            imageUrl?: string;
        };
        /** @description Name and identifier of the default QR code. */
        DefaultQrCodeOptions: {
            /** @description Identifier of the code. Default: `default`. */
            identifier?: string;
            /** @description Name of the code. Default: Default QR code. */
            name?: string;
        };
        /** @description When the link redirects. Checked on each visit, so that no job has to run at these times. */
        LinkSchedule: {
            /**
             * Format: date-time
             * @description The link redirects from this time: RFC 3339 with offset.
             */
            activeFrom?: string;
            /**
             * Format: date-time
             * @description The link redirects until this time, which must be after `activeFrom`: RFC 3339 with offset.
             */
            activeUntil?: string;
            /**
             * Format: uri
             * @description Where the link redirects before and after. Default: a page that explains it, with status 410.
             */
            endedUrl?: string;
        };
        /** @description Location of the link's shoppers: decides the store and where availability is checked. */
        RetailerLocation: {
            /** @description Postal code of the shoppers. */
            zipCode?: string;
            /** @description The retailer's number or name of a store. */
            storeId?: string;
        };
        /** @description A product and its quantity. */
        ProductSelection: {
            /** @description Retailer-native product id. For a delivery_app product detail link, the id in the product's path, not a UPC. */
            retailerProductId: string;
            /**
             * Format: int32
             * @description Quantity of the product.
             * @default 1
             */
            quantity?: number;
            /** @description Tried in this order if the product is unavailable. */
            backupProductIds?: string[];
        };
        /** @description Options of bigbox_w links. */
        BigboxWOptions: {
            /**
             * @description Allows a product page for a single-item link if a cart is not appropriate.
             * @default false
             */
            allowPdp?: boolean;
            /**
             * @description Whether a cart uses item ids or offer ids; `auto` chooses.
             * @default auto
             * @enum {string}
             */
            cartMode?: "auto" | "offers" | "items";
            /**
             * @description The ids to use if the ids of `cartMode` can't name every product.
             * @default items
             * @enum {string}
             */
            fallbackMode?: "offers" | "items";
            /**
             * @description Whether a cart includes `location.storeId`; `auto`: if it is a number.
             * @default auto
             * @enum {string}
             */
            includeStoreId?: "never" | "auto" | "always";
            /**
             * @description With `cartMode` `auto`: item ids first for products that the retailer sells itself.
             * @default true
             */
            preferItemsForWalmart?: boolean;
            /**
             * @description With `cartMode` `auto`: offer ids first for products that third parties sell.
             * @default false
             */
            preferOffersForMarketplace?: boolean;
        };
        /**
         * Product detail, second big-box
         * @description A link for the retailer `bigbox_t` with the intent `product_detail`.
         */
        BigboxTProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_t";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_t: components["schemas"]["BigboxTOptions"];
            };
        };
        /** @description Options of bigbox_t links. */
        BigboxTOptions: {
            /**
             * @description Whether the link opens the first product's page; otherwise, `fallbackUrl` or a search.
             * @default true
             */
            allowPdp?: boolean;
        };
        /**
         * Product detail, delivery app
         * @description A link for the retailer `delivery_app` with the intent `product_detail`.
         */
        DeliveryAppProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "delivery_app";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                delivery_app: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** @description Options of delivery_app links. */
        DeliveryAppOptions: {
            /**
             * @description How the store is chosen: a specific store, the first of several, or any.
             * @default no_preference
             * @enum {string}
             */
            routingMode?: "specific" | "preferred" | "no_preference";
            /** @description Store slug, for product detail links with routingMode specific. */
            retailer?: string;
            /** @description Store id, for shopping lists and recipes with routingMode specific. */
            retailerId?: string;
            /** @description Ordered store slugs, with routingMode preferred. */
            preferredRetailers?: string[];
            shoppingList?: components["schemas"]["ShoppingList"];
            recipe?: components["schemas"]["Recipe"];
        };
        /** @description Content of a shopping list's page. */
        ShoppingList: {
            /** @description Heading of the list's page. */
            title: string;
            /**
             * Format: uri
             * @description Picture of the list.
             */
            imageUrl?: string;
            /** @description Text for the shopper. */
            instructions?: string;
            /** @description What to buy. */
            lineItems: components["schemas"]["LineItem"][];
        };
        /** @description An item of a shopping list, or an ingredient of a recipe. */
        LineItem: {
            /** @description What to buy. The delivery app searches for this text. */
            name: string;
            /**
             * @description Amount in `unit`; fractions such as 0.5 are allowed.
             * @default 1
             */
            quantity?: number;
            /** @description Unit of `quantity`, such as `cup` or `ounce`. */
            unit?: string;
            /** @description Primary and acceptable backup UPCs, to improve matching. */
            upcs?: string[];
            /** @description Stored with the link; not sent to the retailer. */
            catalogProductId?: string;
            /** @description Stored as backup choices. To influence matching, also send backupUpcs or upcs. */
            backupProductIds?: string[];
            /** @description Sent to the delivery app after upcs, and stored with the link. */
            backupUpcs?: string[];
            /** @description Text of the item on the page. Default: its name. */
            displayText?: string;
            /** @description The same amount in other units. */
            measurements?: {
                /** @description Amount in `unit`; fractions such as 0.5 are allowed. */
                quantity: number;
                /** @description Unit of `quantity`, such as `cup` or `ounce`. */
                unit: string;
            }[];
            /** @description Filters for the products that may match. */
            filters?: {
                /** @description Brands to prefer. */
                brandFilters?: string[];
                /** @description Dietary needs as the delivery app names them, such as `ORGANIC`. */
                healthFilters?: string[];
            };
        };
        /** @description Content of a recipe's page. */
        Recipe: {
            /** @description Heading of the recipe's page. */
            title: string;
            /**
             * Format: uri
             * @description Picture of the dish.
             */
            imageUrl?: string;
            /** @description Author of the recipe. */
            author?: string;
            /**
             * Format: int64
             * @description Number of servings.
             */
            servings?: number;
            /**
             * Format: int64
             * @description Time to cook, in minutes.
             */
            cookingTimeMinutes?: number;
            /** @description The steps, in order. */
            instructions?: string[];
            /**
             * Format: int32
             * @description How many days the delivery app keeps the page, 30 by default. The service then requests a new page, so the short link and printed codes keep working.
             */
            expiresInDays?: number;
            /** @description The ingredients. */
            ingredients: components["schemas"]["LineItem"][];
            /** @description Settings of the recipe's page. */
            landingPageConfiguration?: {
                /**
                 * Format: uri
                 * @description URL that the page links back to.
                 */
                partnerLinkbackUrl?: string;
                /** @description Asks the shopper which ingredients are at home already. */
                enablePantryItems?: boolean;
            };
        };
        /**
         * Shopping list
         * @description A link for the retailer `delivery_app` with the intent `shopping_list`.
         */
        DeliveryAppShoppingListLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "delivery_app";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "shopping_list";
            /** @description The products, most important first. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options: {
                /** @description Options of delivery_app links, with the list. */
                delivery_app: {
                    /**
                     * @description How the store is chosen: a specific store, the first of several, or any.
                     * @default no_preference
                     * @enum {string}
                     */
                    routingMode?: "specific" | "preferred" | "no_preference";
                    /** @description Store slug, for product detail links with routingMode specific. */
                    retailer?: string;
                    /** @description Store id, for shopping lists and recipes with routingMode specific. */
                    retailerId?: string;
                    /** @description Ordered store slugs, with routingMode preferred. */
                    preferredRetailers?: string[];
                    shoppingList: components["schemas"]["ShoppingList"];
                    recipe?: components["schemas"]["Recipe"];
                };
            };
        };
        /**
         * Recipe
         * @description A link for the retailer `delivery_app` with the intent `recipe`.
         */
        DeliveryAppRecipeLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "delivery_app";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "recipe";
            /** @description The products, most important first. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options: {
                /** @description Options of delivery_app links, with the recipe. */
                delivery_app: {
                    /**
                     * @description How the store is chosen: a specific store, the first of several, or any.
                     * @default no_preference
                     * @enum {string}
                     */
                    routingMode?: "specific" | "preferred" | "no_preference";
                    /** @description Store slug, for product detail links with routingMode specific. */
                    retailer?: string;
                    /** @description Store id, for shopping lists and recipes with routingMode specific. */
                    retailerId?: string;
                    /** @description Ordered store slugs, with routingMode preferred. */
                    preferredRetailers?: string[];
                    shoppingList?: components["schemas"]["ShoppingList"];
                    recipe: components["schemas"]["Recipe"];
                };
            };
        };
        /**
         * Direct: first big-box product detail
         * @description A link for the retailer `bigbox_w` with the intent `product_detail`.
         */
        BigboxWProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_w";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: second big-box add-to-cart
         * @description A link for the retailer `bigbox_t` with the intent `add_to_cart`.
         */
        BigboxTAddToCartLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_t";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "add_to_cart";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: marketplace product detail
         * @description A link for the retailer `marketplace` with the intent `product_detail`.
         */
        MarketplaceProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "marketplace";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: marketplace add-to-cart
         * @description A link for the retailer `marketplace` with the intent `add_to_cart`.
         */
        MarketplaceAddToCartLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "marketplace";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "add_to_cart";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: grocer_a product detail
         * @description A link for the retailer `grocer_a` with the intent `product_detail`.
         */
        GrocerAProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "grocer_a";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Custom URL
         * @description A link for the retailer `custom` with the intent `custom_url`.
         */
        CustomUrlLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "custom";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "custom_url";
            /** @description The products, most important first. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Choice of shops
         * @description A link for the retailer `choice` with the intent `choose_retailer`.
         */
        ChoiceChooseRetailerLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddresses"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCard"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            schedule?: components["schemas"]["LinkSchedule"];
            /**
             * @description The link opens a page where shoppers choose a shop.
             * @constant
             */
            retailer: "choice";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "choose_retailer";
            /** @description The offers that shoppers choose from, in this order. */
            offers: components["schemas"]["ChoiceOfferRequest"][];
            page?: components["schemas"]["ChoicePage"];
        };
        /** @description An offer of a choice link: the fields depend on its retailer and intent. */
        ChoiceOfferRequest: components["schemas"]["BigboxWAddToCartOffer"] | components["schemas"]["BigboxTProductDetailOffer"] | components["schemas"]["DeliveryAppProductDetailOffer"] | components["schemas"]["DeliveryAppShoppingListOffer"] | components["schemas"]["DeliveryAppRecipeOffer"] | components["schemas"]["BigboxWProductDetailOffer"] | components["schemas"]["BigboxTAddToCartOffer"] | components["schemas"]["MarketplaceProductDetailOffer"] | components["schemas"]["MarketplaceAddToCartOffer"] | components["schemas"]["GrocerAProductDetailOffer"] | components["schemas"]["CustomUrlOffer"];
        /**
         * Add-to-cart, first big-box
         * @description An offer for the retailer `bigbox_w` with the intent `add_to_cart`.
         */
        BigboxWAddToCartOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_w";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "add_to_cart";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w: components["schemas"]["BigboxWOptions"];
            };
        };
        /**
         * Product detail, second big-box
         * @description An offer for the retailer `bigbox_t` with the intent `product_detail`.
         */
        BigboxTProductDetailOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_t";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_t: components["schemas"]["BigboxTOptions"];
            };
        };
        /**
         * Product detail, delivery app
         * @description An offer for the retailer `delivery_app` with the intent `product_detail`.
         */
        DeliveryAppProductDetailOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "delivery_app";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                delivery_app: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Shopping list
         * @description An offer for the retailer `delivery_app` with the intent `shopping_list`.
         */
        DeliveryAppShoppingListOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "delivery_app";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "shopping_list";
            /** @description The products, most important first. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options: {
                /** @description Options of delivery_app links, with the list. */
                delivery_app: {
                    /**
                     * @description How the store is chosen: a specific store, the first of several, or any.
                     * @default no_preference
                     * @enum {string}
                     */
                    routingMode?: "specific" | "preferred" | "no_preference";
                    /** @description Store slug, for product detail links with routingMode specific. */
                    retailer?: string;
                    /** @description Store id, for shopping lists and recipes with routingMode specific. */
                    retailerId?: string;
                    /** @description Ordered store slugs, with routingMode preferred. */
                    preferredRetailers?: string[];
                    shoppingList: components["schemas"]["ShoppingList"];
                    recipe?: components["schemas"]["Recipe"];
                };
            };
        };
        /**
         * Recipe
         * @description An offer for the retailer `delivery_app` with the intent `recipe`.
         */
        DeliveryAppRecipeOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "delivery_app";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "recipe";
            /** @description The products, most important first. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options: {
                /** @description Options of delivery_app links, with the recipe. */
                delivery_app: {
                    /**
                     * @description How the store is chosen: a specific store, the first of several, or any.
                     * @default no_preference
                     * @enum {string}
                     */
                    routingMode?: "specific" | "preferred" | "no_preference";
                    /** @description Store slug, for product detail links with routingMode specific. */
                    retailer?: string;
                    /** @description Store id, for shopping lists and recipes with routingMode specific. */
                    retailerId?: string;
                    /** @description Ordered store slugs, with routingMode preferred. */
                    preferredRetailers?: string[];
                    shoppingList?: components["schemas"]["ShoppingList"];
                    recipe: components["schemas"]["Recipe"];
                };
            };
        };
        /**
         * Direct: first big-box product detail
         * @description An offer for the retailer `bigbox_w` with the intent `product_detail`.
         */
        BigboxWProductDetailOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_w";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: second big-box add-to-cart
         * @description An offer for the retailer `bigbox_t` with the intent `add_to_cart`.
         */
        BigboxTAddToCartOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "bigbox_t";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "add_to_cart";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: marketplace product detail
         * @description An offer for the retailer `marketplace` with the intent `product_detail`.
         */
        MarketplaceProductDetailOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "marketplace";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: marketplace add-to-cart
         * @description An offer for the retailer `marketplace` with the intent `add_to_cart`.
         */
        MarketplaceAddToCartOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "marketplace";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "add_to_cart";
            /** @description The products, most important first. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Direct: grocer_a product detail
         * @description An offer for the retailer `grocer_a` with the intent `product_detail`.
         */
        GrocerAProductDetailOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "grocer_a";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "product_detail";
            /** @description The product. */
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /**
         * Custom URL
         * @description An offer for the retailer `custom` with the intent `custom_url`.
         */
        CustomUrlOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /**
             * @description The retailer that the link points to.
             * @constant
             */
            retailer: "custom";
            /**
             * @description The purpose of the link.
             * @constant
             */
            intent: "custom_url";
            /** @description The products, most important first. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** @description Appearance and content of a choice link's page. */
        ChoicePage: {
            /**
             * Format: uri
             * @description Picture for the page and for link previews.
             */
            imageUrl?: string;
            /** @description Text below the heading. */
            text?: string;
            /**
             * @description What happens to offers whose products are sold out: hide them, move them to the end, or keep them.
             * @default hide
             * @enum {string}
             */
            soldOut?: "hide" | "last" | "show";
            /**
             * @description Whether to redirect directly if the page would show a single offer.
             * @default true
             */
            skipSingle?: boolean;
            /** @description The affiliate disclosure, shown if an offer has a tag. Default: a standard text. */
            disclosure?: string;
            /**
             * @description Language of the page. Default: the language of the visitor's browser.
             * @enum {string}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
        };
        /** @description Links to create together, or to preview. */
        CreateLinksRequest: {
            /** @description Bodies as for `POST /v1/links`. */
            links: (components["schemas"]["CreateLinkRequest"] | unknown)[];
            /** @description Preview the rows and create nothing. */
            dryRun?: boolean;
        };
        /** @description A JSON merge patch: null removes an optional field, lists are replaced as a whole. */
        LinkPatch: {
            /** @description Internal name. */
            name?: string;
            /** @description Name shown to the public. */
            publicName?: string | null;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string | null;
            /** @description Further addresses of the link. */
            addresses?: components["schemas"]["KeptAddressesPatch"] | null;
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string | null;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLink"][] | null;
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLot"][] | null;
            /** @description Identifies the link's visits at the retailer and in reports. */
            tracking?: components["schemas"]["TrackingOptionsPatch"] | null;
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description What messengers show of the link. Default: the public name. */
            card?: components["schemas"]["LinkCardPatch"] | null;
            /** @description When the link redirects. Checked on each visit, so that no job has to run at these times. */
            schedule?: components["schemas"]["LinkSchedulePatch"] | null;
            /**
             * @description The retailer that the link points to.
             * @enum {string}
             */
            retailer?: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom" | "choice";
            /**
             * @description The purpose of the link.
             * @enum {string}
             */
            intent?: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url" | "choose_retailer";
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string | null;
            /** @description Location of the link's shoppers: decides the store and where availability is checked. */
            location?: components["schemas"]["RetailerLocationPatch"] | null;
            /** @description The products. */
            products?: components["schemas"]["ProductSelection"][] | null;
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string | null;
            /** @description Options by retailer. */
            options?: {
                /** @description Options of bigbox_w links. */
                bigbox_w?: components["schemas"]["BigboxWOptionsPatch"] | null;
                /** @description Options of bigbox_t links. */
                bigbox_t?: components["schemas"]["BigboxTOptionsPatch"] | null;
                /** @description Options of delivery_app links. */
                delivery_app?: components["schemas"]["DeliveryAppOptionsPatch"] | null;
            } | null;
            /** @description The offers that shoppers choose from. */
            offers?: components["schemas"]["ChoiceOffer"][] | null;
            /** @description Appearance and content of a choice link's page. */
            page?: components["schemas"]["ChoicePagePatch"] | null;
            /**
             * @description `inactive` switches the link off.
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /** @description Further addresses of the link. */
        KeptAddressesPatch: {
            /** @description Paths of the link's domain, exactly as printed before, such as `/Spring_Sale`: they redirect where no other address of the domain does. */
            keep?: string[] | null;
        };
        /** @description Identifies the link's visits at the retailer and in reports. */
        TrackingOptionsPatch: {
            /** @description UTM values, which are added to the destination. */
            utm?: {
                /** @description Value of the parameter `utm_source` of the destination. */
                source?: string | null;
                /** @description Value of the parameter `utm_medium` of the destination. */
                medium?: string | null;
                /** @description Value of the parameter `utm_campaign` of the destination. */
                campaign?: string | null;
                /** @description Value of the parameter `utm_term` of the destination. */
                term?: string | null;
                /** @description Value of the parameter `utm_content` of the destination. */
                content?: string | null;
            } | null;
            /** @description Value of the link to you, in your own unit. */
            linkValue?: number | null;
            /** @description Your own tags, for finding links. */
            tags?: string[] | null;
        };
        /** @description What messengers show of the link. Default: the public name. */
        LinkCardPatch: {
            /** @description The title. */
            title?: string;
            /** @description A text below the title. */
            text?: string | null;
            /**
             * Format: uri
             * @description The picture.
             */
            imageUrl?: string | null;
        };
        /** @description When the link redirects. Checked on each visit, so that no job has to run at these times. */
        LinkSchedulePatch: {
            /**
             * Format: date-time
             * @description The link redirects from this time: RFC 3339 with offset.
             */
            activeFrom?: string | null;
            /**
             * Format: date-time
             * @description The link redirects until this time, which must be after `activeFrom`: RFC 3339 with offset.
             */
            activeUntil?: string | null;
            /**
             * Format: uri
             * @description Where the link redirects before and after. Default: a page that explains it, with status 410.
             */
            endedUrl?: string | null;
        };
        /** @description Location of the link's shoppers: decides the store and where availability is checked. */
        RetailerLocationPatch: {
            /** @description Postal code of the shoppers. */
            zipCode?: string | null;
            /** @description The retailer's number or name of a store. */
            storeId?: string | null;
        };
        /** @description Options of bigbox_w links. */
        BigboxWOptionsPatch: {
            /** @description Allows a product page for a single-item link if a cart is not appropriate. */
            allowPdp?: boolean | null;
            /**
             * @description Whether a cart uses item ids or offer ids; `auto` chooses.
             * @enum {string|null}
             */
            cartMode?: "auto" | "offers" | "items" | null;
            /**
             * @description The ids to use if the ids of `cartMode` can't name every product.
             * @enum {string|null}
             */
            fallbackMode?: "offers" | "items" | null;
            /**
             * @description Whether a cart includes `location.storeId`; `auto`: if it is a number.
             * @enum {string|null}
             */
            includeStoreId?: "never" | "auto" | "always" | null;
            /** @description With `cartMode` `auto`: item ids first for products that the retailer sells itself. */
            preferItemsForWalmart?: boolean | null;
            /** @description With `cartMode` `auto`: offer ids first for products that third parties sell. */
            preferOffersForMarketplace?: boolean | null;
        };
        /** @description Options of bigbox_t links. */
        BigboxTOptionsPatch: {
            /** @description Whether the link opens the first product's page; otherwise, `fallbackUrl` or a search. */
            allowPdp?: boolean | null;
        };
        /** @description Options of delivery_app links. */
        DeliveryAppOptionsPatch: {
            /**
             * @description How the store is chosen: a specific store, the first of several, or any.
             * @enum {string|null}
             */
            routingMode?: "specific" | "preferred" | "no_preference" | null;
            /** @description Store slug, for product detail links with routingMode specific. */
            retailer?: string | null;
            /** @description Store id, for shopping lists and recipes with routingMode specific. */
            retailerId?: string | null;
            /** @description Ordered store slugs, with routingMode preferred. */
            preferredRetailers?: string[] | null;
            /** @description Content of a shopping list's page. */
            shoppingList?: components["schemas"]["ShoppingListPatch"] | null;
            /** @description Content of a recipe's page. */
            recipe?: components["schemas"]["RecipePatch"] | null;
        };
        /** @description Content of a shopping list's page. */
        ShoppingListPatch: {
            /** @description Heading of the list's page. */
            title?: string;
            /**
             * Format: uri
             * @description Picture of the list.
             */
            imageUrl?: string | null;
            /** @description Text for the shopper. */
            instructions?: string | null;
            /** @description What to buy. */
            lineItems?: components["schemas"]["LineItem"][];
        };
        /** @description Content of a recipe's page. */
        RecipePatch: {
            /** @description Heading of the recipe's page. */
            title?: string;
            /**
             * Format: uri
             * @description Picture of the dish.
             */
            imageUrl?: string | null;
            /** @description Author of the recipe. */
            author?: string | null;
            /**
             * Format: int64
             * @description Number of servings.
             */
            servings?: number | null;
            /**
             * Format: int64
             * @description Time to cook, in minutes.
             */
            cookingTimeMinutes?: number | null;
            /** @description The steps, in order. */
            instructions?: string[] | null;
            /**
             * Format: int32
             * @description How many days the delivery app keeps the page, 30 by default. The service then requests a new page, so the short link and printed codes keep working.
             */
            expiresInDays?: number | null;
            /** @description The ingredients. */
            ingredients?: components["schemas"]["LineItem"][];
            /** @description Settings of the recipe's page. */
            landingPageConfiguration?: {
                /**
                 * Format: uri
                 * @description URL that the page links back to.
                 */
                partnerLinkbackUrl?: string | null;
                /** @description Asks the shopper which ingredients are at home already. */
                enablePantryItems?: boolean | null;
            } | null;
        };
        /** @description An offer of a choice link: the fields depend on its retailer and intent. */
        ChoiceOffer: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            /** @description The products. */
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
            /**
             * @description The retailer that the offer links to.
             * @enum {string}
             */
            retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
            /**
             * @description The purpose of the offer.
             * @enum {string}
             */
            intent: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url" | "choose_retailer";
        };
        /** @description Appearance and content of a choice link's page. */
        ChoicePagePatch: {
            /**
             * Format: uri
             * @description Picture for the page and for link previews.
             */
            imageUrl?: string | null;
            /** @description Text below the heading. */
            text?: string | null;
            /**
             * @description What happens to offers whose products are sold out: hide them, move them to the end, or keep them.
             * @enum {string|null}
             */
            soldOut?: "hide" | "last" | "show" | null;
            /** @description Whether to redirect directly if the page would show a single offer. */
            skipSingle?: boolean | null;
            /** @description The affiliate disclosure, shown if an offer has a tag. Default: a standard text. */
            disclosure?: string | null;
            /**
             * @description Language of the page. Default: the language of the visitor's browser.
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh" | null;
        };
        /** @description A further QR code of a link. Every field is optional. */
        QrCodeRequest: {
            /** @description Identifies the code within its link. Default: generated. */
            identifier?: string;
            /** @description Name of the code. Default: its identifier. */
            name?: string;
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description A JSON merge patch: null removes metadata or the style, or a member of them. */
        QrCodePatch: {
            /** @description Name of the code. */
            name?: string;
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Its style, used for images with `style=default`. Default: the style of its project. */
            style?: {
                /** @description Color of the dark modules and the frame, as `#rrggbb`. Default: black. */
                color?: string | null;
                /** @description Color of everything else, as `#rrggbb`. Default: white. Must be clearly lighter. */
                background?: string | null;
                /**
                 * @description Shape of the modules. Default: `square`.
                 * @enum {string|null}
                 */
                modules?: "square" | "rounded" | "dots" | null;
                /**
                 * @description Shape of the three large corners. Default: `square`.
                 * @enum {string|null}
                 */
                finders?: "square" | "rounded" | "circle" | null;
                /**
                 * @description Whether the logo of the link's project covers the center.
                 * @enum {string|null}
                 */
                logo?: "none" | "project" | null;
                /**
                 * @description A frame that says “Scan me” in this language.
                 * @enum {string|null}
                 */
                frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh" | null;
                /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
                frameText?: string | null;
            } | null;
        };
        /** @description A project to create. */
        CreateProjectRequest: {
            /** @description The `projectId` in requests. It never changes. Default: derived from the name. */
            id?: string;
            /** @description Name of the project. */
            name: string;
        };
        /** @description A JSON merge patch of a project. */
        ProjectPatch: {
            /** @description Name of the project. */
            name?: string;
            /** @description The brand of the links; `null` removes it. A new brand needs a name. */
            brand?: components["schemas"]["BrandPatch"] | null;
        };
        /** @description A JSON merge patch of a brand. */
        BrandPatch: {
            /** @description The name that shoppers know. */
            name?: string;
            /** @description Color of buttons and links, `#rrggbb`. Pages darken or lighten it where it could not be read. */
            accent?: string | null;
            /**
             * Format: uri
             * @description The legal notice, in the footer of pages.
             */
            imprintUrl?: string | null;
            /**
             * Format: uri
             * @description The privacy notice, in the footer of pages.
             */
            privacyUrl?: string | null;
            /** @description `null` removes the logo. `PUT …/logo` sets it. */
            logoUrl?: null;
        };
        /** @description The style of a code. Absent fields are plain. */
        CodeStyle: {
            /** @description Color of the dark modules and the frame, as `#rrggbb`. Default: black. */
            color?: string;
            /** @description Color of everything else, as `#rrggbb`. Default: white. Must be clearly lighter. */
            background?: string;
            /**
             * @description Shape of the modules. Default: `square`.
             * @enum {string}
             */
            modules?: "square" | "rounded" | "dots";
            /**
             * @description Shape of the three large corners. Default: `square`.
             * @enum {string}
             */
            finders?: "square" | "rounded" | "circle";
            /**
             * @description Whether the logo of the link's project covers the center.
             * @enum {string}
             */
            logo?: "none" | "project";
            /**
             * @description A frame that says “Scan me” in this language.
             * @enum {string}
             */
            frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
            /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
            frameText?: string;
        };
        /** @description An export to start. */
        CreateExportRequest: {
            /**
             * @description Adds the image of every QR code as SVG.
             * @default false
             */
            images?: boolean;
        };
        /** @description A webhook to create. */
        CreateWebhookRequest: {
            /** @description An https URL. It must not be on this service, or name a host by its address. */
            url: string;
            /** @description Only events of this project. Absent: all; the key has to reach all projects. */
            projectId?: string;
            /** @description The events to send. Absent: all, also those that later versions add. */
            types?: ("link.created" | "link.updated" | "link.status_changed" | "link.ended" | "link.ending" | "link.broken" | "link.mended" | "qr_code.created" | "qr_code.updated" | "code.not_scanned" | "destination.switched" | "product.unavailable" | "product.back" | "page.made" | "page.failed" | "import.finished" | "api_key.expiring" | "webhook.disabled" | "visits.threshold" | "visits.unusual" | "quota.near")[];
            /** @description For people. */
            description?: string;
        };
        /** @description A JSON merge patch of a webhook. */
        WebhookPatch: {
            /** @description An https URL. It must not be on this service, or name a host by its address. */
            url?: string;
            /** @description The events to send. Absent: all, also those that later versions add. */
            types?: ("link.created" | "link.updated" | "link.status_changed" | "link.ended" | "link.ending" | "link.broken" | "link.mended" | "qr_code.created" | "qr_code.updated" | "code.not_scanned" | "destination.switched" | "product.unavailable" | "product.back" | "page.made" | "page.failed" | "import.finished" | "api_key.expiring" | "webhook.disabled" | "visits.threshold" | "visits.unusual" | "quota.near")[];
            /** @description For people. */
            description?: string;
            /**
             * @description `inactive`: nothing is sent, and what happens meanwhile never is.
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /** @description What to deliver. */
        DeliveryRequest: {
            /** @description Id of an event. Absent: a test message is sent. */
            eventId?: string;
        };
        /** @description A link. Its creation returns it without `products`, `metadata` and `updatedAt`, and with `urlType` only for choices. */
        LinkResource: {
            /** @description Id of the link. */
            id: string;
            /** @description Project of the link. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name that shoppers see. */
            publicName?: string;
            /** @description The retailer of the destination. Later versions may add values. */
            retailer: components["schemas"]["Retailer"] | string;
            /** @description The purpose of the link. Later versions may add values. */
            intent: components["schemas"]["LinkIntent"] | string;
            /**
             * @description The status of the link. `inactive`: visits get 410.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: uri
             * @description Short URL of the link, for sharing.
             */
            shortLink: string;
            /** @description Permanent random id. It always redirects. */
            shortId: string;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType?: components["schemas"]["UrlType"] | string;
            /** @description The products as they were sent. */
            products?: components["schemas"]["ProductSelectionResource"][];
            /** @description The default QR code. */
            qrCode?: components["schemas"]["QrCodeResource"];
            /** @description The metadata as it was sent. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the link was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a caller or member last changed the link.
             */
            updatedAt?: string;
        };
        /**
         * @description The retailer of the destination. Later versions may add values.
         * @enum {string}
         */
        Retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom" | "choice";
        /**
         * @description The purpose of the link. Later versions may add values.
         * @enum {string}
         */
        LinkIntent: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url" | "choose_retailer";
        /**
         * @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values.
         * @enum {string}
         */
        UrlType: "cart" | "pdp" | "long_link" | "custom" | "instacart_list" | "instacart_recipe" | "choice_page";
        /** @description A product and its quantity. */
        ProductSelectionResource: {
            /** @description Retailer-native product id. For a delivery_app product detail link, the id in the product's path, not a UPC. */
            retailerProductId: string;
            /**
             * Format: int32
             * @description Quantity of the product.
             * @default 1
             */
            quantity: number;
            /** @description Tried in this order if the product is unavailable. */
            backupProductIds?: string[];
        };
        /** @description A QR code of a link. */
        QrCodeResource: {
            /** @description `qr_<linkId>_<identifier>`, part of the image URL. */
            id: string;
            /** @description Id of the link. */
            linkId: string;
            /** @description Identifies the code within its link. */
            identifier: string;
            /** @description Name of the code. */
            name: string;
            /**
             * Format: uri
             * @description The image as SVG. For other formats, change the file extension.
             */
            imageUrl: string;
            /**
             * Format: uri
             * @description The URL in the image: the short link with the code's identifier.
             */
            encodedUrl: string;
            /** @description Whether the code was created with the link. */
            isDefault: boolean;
            /** @description The metadata as it was sent. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the code was created.
             */
            createdAt: string;
        };
        /** @description A link with the properties that `include` adds. */
        ExtendedLink: {
            /** @description Id of the link. */
            id: string;
            /** @description Project of the link. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name that shoppers see. */
            publicName?: string;
            /** @description The retailer of the destination. Later versions may add values. */
            retailer: components["schemas"]["Retailer"] | string;
            /** @description The purpose of the link. Later versions may add values. */
            intent: components["schemas"]["LinkIntent"] | string;
            /**
             * @description The status of the link. `inactive`: visits get 410.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: uri
             * @description Short URL of the link, for sharing.
             */
            shortLink: string;
            /** @description Permanent random id. It always redirects. */
            shortId: string;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType?: components["schemas"]["UrlType"] | string;
            /** @description The products as they were sent. */
            products?: components["schemas"]["ProductSelectionResource"][];
            /** @description The default QR code. */
            qrCode?: components["schemas"]["ExtendedQrCode"];
            /** @description The metadata as it was sent. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the link was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a caller or member last changed the link.
             */
            updatedAt?: string;
            /** @description Every short URL of the link. All of them redirect, because any may be printed. */
            addresses?: components["schemas"]["LinkAddress"][];
            /** @description The host of the short URL. */
            domain?: string;
            /** @description The GTIN, in 14 digits. The link redirects at `/01/{gtin}` of its domain. */
            gtin?: string;
            /** @description The shops to choose from; only on choice links. */
            offers?: components["schemas"]["OfferResource"][];
            schedule?: components["schemas"]["LinkScheduleResource"];
            /** @description Replaces the short id in the short URL. */
            slug?: string;
            /** @description The state of the link now: before (`scheduled`), within (`running`) or after (`ended`) its schedule, or switched off (`off`). Later versions may add values. */
            state?: components["schemas"]["LinkState"] | string;
            /** @description Possible problems of the link, in responses to creates and changes. */
            warnings?: components["schemas"]["LinkWarning"][];
        };
        /** @description The style of a code. Absent fields are plain. */
        CodeStyleResource: {
            /** @description Color of the dark modules and the frame, as `#rrggbb`. Default: black. */
            color?: unknown;
            /** @description Color of everything else, as `#rrggbb`. Default: white. Must be clearly lighter. */
            background?: unknown;
            /**
             * @description Shape of the modules. Default: `square`.
             * @enum {string}
             */
            modules?: "square" | "rounded" | "dots";
            /**
             * @description Shape of the three large corners. Default: `square`.
             * @enum {string}
             */
            finders?: "square" | "rounded" | "circle";
            /**
             * @description Whether the logo of the link's project covers the center.
             * @enum {string}
             */
            logo?: "none" | "project";
            /**
             * @description A frame that says “Scan me” in this language.
             * @enum {string}
             */
            frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
            /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
            frameText?: string;
        };
        /** @description A QR code with the properties that `include` adds. */
        ExtendedQrCode: {
            /** @description `qr_<linkId>_<identifier>`, part of the image URL. */
            id: string;
            /** @description Id of the link. */
            linkId: string;
            /** @description Identifies the code within its link. */
            identifier: string;
            /** @description Name of the code. */
            name: string;
            /**
             * Format: uri
             * @description The image as SVG. For other formats, change the file extension.
             */
            imageUrl: string;
            /**
             * Format: uri
             * @description The URL in the image: the short link with the code's identifier.
             */
            encodedUrl: string;
            /** @description Whether the code was created with the link. */
            isDefault: boolean;
            /** @description The metadata as it was sent. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the code was created.
             */
            createdAt: string;
            /** @description The code's own style. */
            style?: components["schemas"]["CodeStyleResource"];
        };
        /** @description A short URL of a link. */
        LinkAddress: {
            /**
             * Format: uri
             * @description The short URL.
             */
            url: string;
            /** @description A random short id, a slug or a kept address. Later versions may add values. */
            kind: components["schemas"]["AddressKind"] | string;
            /** @description Whether it is the URL in `shortLink`. */
            current: boolean;
        };
        /**
         * @description A random short id, a slug or a kept address. Later versions may add values.
         * @enum {string}
         */
        AddressKind: "short_id" | "slug" | "kept";
        /** @description An offer of a choice link. */
        OfferResource: {
            /** @description The last path segment of the offer's URL, below the short link. */
            key: string;
            /** @description The retailer of the destination. Later versions may add values. */
            retailer: components["schemas"]["Retailer"] | string;
            /** @description The purpose of the link. Later versions may add values. */
            intent: components["schemas"]["LinkIntent"] | string;
            /** @description The shop's name on the page. */
            label: string;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
        };
        /** @description When the link redirects. Checked on each visit, so that no job has to run at these times. */
        LinkScheduleResource: {
            /**
             * Format: date-time
             * @description The link redirects from this time: RFC 3339 with offset.
             */
            activeFrom?: string;
            /**
             * Format: date-time
             * @description The link redirects until this time, which must be after `activeFrom`: RFC 3339 with offset.
             */
            activeUntil?: string;
            /**
             * Format: uri
             * @description Where the link redirects before and after. Default: a page that explains it, with status 410.
             */
            endedUrl?: string;
        };
        /**
         * @description The state of the link now: before (`scheduled`), within (`running`) or after (`ended`) its schedule, or switched off (`off`). Later versions may add values.
         * @enum {string}
         */
        LinkState: "scheduled" | "running" | "ended" | "off";
        /** @description A possible problem of a link that does not prevent its creation. */
        LinkWarning: {
            /** @description The possible problem. Later versions may add values. */
            code: components["schemas"]["WarningCode"] | string;
            /** @description The field that is probably a mistake, such as `products[0].retailerProductId`, or the offer: `offers[1]`. Absent if the warning is about the whole link. */
            field?: string;
            /** @description A description of the possible problem. */
            message: string;
        };
        /**
         * @description The possible problem. Later versions may add values.
         * @enum {string}
         */
        WarningCode: "link_inactive" | "link_scheduled" | "link_ended" | "product_id_format" | "looks_like_barcode" | "product_unavailable" | "backups_not_checked" | "products_left_out" | "cart_needs_tag" | "fallback_missing" | "store_missing" | "store_ignored" | "store_unknown" | "option_ignored" | "upc_not_sent" | "filter_not_sent" | "unit_unknown" | "amount_not_sent" | "utm_not_added" | "url_near_limit" | "http_destination" | "tag_on_printed_code";
        /** @description Result of one row, by `status`. */
        BulkRow: components["schemas"]["CreatedRow"] | components["schemas"]["PreviewedRow"] | components["schemas"]["RefusedRow"];
        /** @description A row whose link was created. */
        CreatedRow: {
            /**
             * @description The link was created.
             * @constant
             */
            status: 201;
            /** @description The response of `POST /v1/links`. */
            body: {
                /** @description The link. */
                data: components["schemas"]["LinkResource"] | components["schemas"]["ExtendedLink"];
            };
        };
        /** @description A valid row of a dry run. */
        PreviewedRow: {
            /**
             * @description The link could be created.
             * @constant
             */
            status: 200;
            /** @description The preview of the link. */
            body: {
                data: components["schemas"]["LinkPreview"];
            };
        };
        /** @description The destination of a link before it is created, and why. */
        LinkPreview: {
            /**
             * Format: uri
             * @description The destination URL; null for a page of this service, which is created with the link.
             */
            destination: string | null;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
            reason: components["schemas"]["DestinationReason"];
            /** @description Possible problems of the link. */
            warnings: components["schemas"]["LinkWarning"][];
            scan?: components["schemas"]["ScanPreview"];
            /** @description The destinations of a choice link's offers, in order. */
            offers?: components["schemas"]["OfferPreview"][];
        };
        /** @description Why the link has this destination. */
        DestinationReason: {
            /** @description The rule that chose the destination. Later versions may add values. */
            code: components["schemas"]["ReasonCode"] | string;
            /** @description A description of the rule. */
            text: string;
        };
        /**
         * @description The rule that chose the destination. Later versions may add values.
         * @enum {string}
         */
        ReasonCode: "custom_url" | "product_page" | "first_product_page" | "backup_chosen" | "cart" | "cart_by_items" | "cart_by_offers" | "cart_in_part" | "unavailable_product_page" | "seller_choice_page" | "cart_impossible_page" | "untagged_product_page" | "untagged_fallback" | "untagged_list_page" | "unavailable_fallback" | "fallback_url" | "search_page" | "shop_named" | "shop_per_visit" | "first_preferred_shop" | "page_pending" | "page_made" | "page_kept" | "page_failed" | "choice_page";
        /** @description The destination of scans of QR codes, if it differs from the destination of clicks. */
        ScanPreview: {
            /**
             * Format: uri
             * @description The destination URL; null for a page of this service, which is created with the link.
             */
            destination: string | null;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
            reason: components["schemas"]["DestinationReason"];
        };
        /** @description The destination of an offer, and why. */
        OfferPreview: {
            /** @description Key of the offer. */
            key: string;
            /**
             * Format: uri
             * @description The destination URL; null for a page of this service, which is created with the link.
             */
            destination: string | null;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
            reason: components["schemas"]["DestinationReason"];
            scan?: components["schemas"]["ScanPreview"];
        };
        /** @description A rejected row; nothing was created for it. */
        RefusedRow: {
            /**
             * @description The status that `POST /v1/links` would return.
             * @enum {number}
             */
            status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;
            body: components["schemas"]["ErrorBody"];
        };
        /** @description The body of every error. */
        ErrorBody: {
            /** @description The error. */
            error: {
                /** @description The error, for programs. Later versions may add values. */
                code: components["schemas"]["ErrorCode"] | string;
                /** @description The error, for people. */
                message: string;
                /** @description Correlation id of the request. Include it when you report a problem. */
                correlationId: string;
                /** @description Every problem, if the error concerns fields. */
                details?: {
                    /** @description The field, such as `products[0].quantity`, or the name of a header or parameter. */
                    field: string;
                    /** @description What is wrong with the field. */
                    message: string;
                }[];
            };
        };
        /**
         * @description The error, for programs. Later versions may add values.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "malformed_request" | "unauthorized" | "insufficient_scope" | "origin_not_allowed" | "project_access_denied" | "quota_exceeded" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "duplicate_identifier" | "duplicate_gtin" | "domain_required" | "duplicate_slug" | "link_inactive" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "unsupported_retailer_intent" | "url_not_allowed" | "rate_limited" | "internal_error" | "service_unavailable";
        /** @description The definition of a link, with defaults. */
        LinkDefinition: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Name shown to the public. */
            publicName?: string;
            /** @description Readable path that replaces the short id in the short link, such as `summer-soups`. */
            slug?: string;
            addresses?: components["schemas"]["KeptAddressesResource"];
            /** @description GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain. */
            gtin?: string;
            /** @description Further links of the GTIN, by type and language. The link itself is the default. */
            gtinLinks?: components["schemas"]["GtinLinkResource"][];
            /** @description Lots with their own link, for example after a recall. */
            gtinLots?: components["schemas"]["GtinLotResource"][];
            tracking?: components["schemas"]["TrackingOptionsResource"];
            /** @description Free-form, stored and returned unchanged: at most 16 KiB as JSON. Numbers beyond 2^53 can't be kept exactly: send them as texts. It must not contain secrets: text that looks like an API key is rejected. */
            metadata?: {
                [key: string]: unknown;
            };
            card?: components["schemas"]["LinkCardResource"];
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptionsResource"];
            schedule?: components["schemas"]["LinkScheduleResource"];
            /** @description The retailer of the destination. Later versions may add values. */
            retailer: components["schemas"]["Retailer"] | string;
            /** @description The purpose of the link. Later versions may add values. */
            intent: components["schemas"]["LinkIntent"] | string;
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocationResource"];
            /** @description The products. */
            products?: components["schemas"]["ProductSelectionResource"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptionsResource"];
                bigbox_t?: components["schemas"]["BigboxTOptionsResource"];
                delivery_app?: components["schemas"]["DeliveryAppOptionsResource"];
            };
            /** @description The offers that shoppers choose from. */
            offers?: components["schemas"]["ChoiceOfferResource"][];
            page?: components["schemas"]["ChoicePageResource"];
            /**
             * @description The status of the link. `inactive`: visits get 410.
             * @enum {string}
             */
            status: "active" | "inactive";
        };
        /** @description Further addresses of the link. */
        KeptAddressesResource: {
            /** @description Paths of the link's domain, exactly as printed before, such as `/Spring_Sale`: they redirect where no other address of the domain does. */
            keep?: string[];
        };
        /** @description A further link of a GTIN. */
        GtinLinkResource: {
            /**
             * @description Link type of the GS1 Web Vocabulary, without `gs1:`.
             * @enum {string}
             */
            type: "activityIdeas" | "allergenInfo" | "appDownload" | "backgroundInfo" | "brandHomepageClinical" | "brandHomepagePatient" | "careersInfo" | "certificationInfo" | "consumerHandlingStorageInfo" | "dpp" | "eifu" | "epcis" | "epil" | "eventsInfo" | "faqs" | "hasRetailers" | "homepage" | "ingredientsInfo" | "instructions" | "jws" | "leaveReview" | "locationInfo" | "logisticsInfo" | "loyaltyProgram" | "masterData" | "menuInfo" | "nutritionalInfo" | "openingHoursInfo" | "paymentLink" | "pip" | "promotion" | "purchaseSuppliesOrAccessories" | "quickStartGuide" | "recallStatus" | "recipeInfo" | "registerProduct" | "registryEntry" | "relatedImage" | "relatedVideo" | "reportFound" | "review" | "safetyInfo" | "scheduleTime" | "serviceInfo" | "smartLabel" | "smpc" | "socialMedia" | "statisticInfo" | "subscribe" | "support" | "sustainabilityInfo" | "traceability" | "tutorial" | "userAgreement" | "verificationService" | "whatsInTheBox";
            /**
             * Format: uri
             * @description Where it redirects. A short link of this service is allowed.
             */
            url: string;
            /** @description Language of the page, such as `de` or `pt-BR`. */
            language?: string;
            /** @description Title for people who choose. */
            title?: string;
        };
        /** @description The link of one lot of a GTIN. */
        GtinLotResource: {
            /** @description The lot, exactly as encoded. */
            lot: string;
            /**
             * Format: uri
             * @description Where it redirects. A short link of this service is allowed.
             */
            url: string;
            /** @description Title for people who choose. */
            title?: string;
        };
        /** @description Identifies the link's visits at the retailer and in reports. */
        TrackingOptionsResource: {
            /** @description UTM values, which are added to the destination. */
            utm?: {
                /** @description Value of the parameter `utm_source` of the destination. */
                source?: string;
                /** @description Value of the parameter `utm_medium` of the destination. */
                medium?: string;
                /** @description Value of the parameter `utm_campaign` of the destination. */
                campaign?: string;
                /** @description Value of the parameter `utm_term` of the destination. */
                term?: string;
                /** @description Value of the parameter `utm_content` of the destination. */
                content?: string;
            };
            /** @description Value of the link to you, in your own unit. */
            linkValue?: number;
            /** @description Your own tags, for finding links. */
            tags?: string[];
        };
        /** @description What messengers show of the link. Default: the public name. */
        LinkCardResource: {
            /** @description The title. */
            title: string;
            /** @description A text below the title. */
            text?: string;
            /**
             * Format: uri
             * @description The picture.
             */
            imageUrl?: string;
        };
        /** @description Name and identifier of the default QR code. */
        DefaultQrCodeOptionsResource: {
            /** @description Identifier of the code. Default: `default`. */
            identifier?: string;
            /** @description Name of the code. Default: Default QR code. */
            name?: string;
        };
        /** @description Location of the link's shoppers: decides the store and where availability is checked. */
        RetailerLocationResource: {
            /** @description Postal code of the shoppers. */
            zipCode?: string;
            /** @description The retailer's number or name of a store. */
            storeId?: string;
        };
        /** @description Options of bigbox_w links. */
        BigboxWOptionsResource: {
            /**
             * @description Allows a product page for a single-item link if a cart is not appropriate.
             * @default false
             */
            allowPdp: boolean;
            /**
             * @description Whether a cart uses item ids or offer ids; `auto` chooses.
             * @default auto
             * @enum {string}
             */
            cartMode: "auto" | "offers" | "items";
            /**
             * @description The ids to use if the ids of `cartMode` can't name every product.
             * @default items
             * @enum {string}
             */
            fallbackMode: "offers" | "items";
            /**
             * @description Whether a cart includes `location.storeId`; `auto`: if it is a number.
             * @default auto
             * @enum {string}
             */
            includeStoreId: "never" | "auto" | "always";
            /**
             * @description With `cartMode` `auto`: item ids first for products that the retailer sells itself.
             * @default true
             */
            preferItemsForWalmart: boolean;
            /**
             * @description With `cartMode` `auto`: offer ids first for products that third parties sell.
             * @default false
             */
            preferOffersForMarketplace: boolean;
        };
        /** @description Options of bigbox_t links. */
        BigboxTOptionsResource: {
            /**
             * @description Whether the link opens the first product's page; otherwise, `fallbackUrl` or a search.
             * @default true
             */
            allowPdp: boolean;
        };
        /** @description Options of delivery_app links. */
        DeliveryAppOptionsResource: {
            /**
             * @description How the store is chosen: a specific store, the first of several, or any.
             * @default no_preference
             * @enum {string}
             */
            routingMode: "specific" | "preferred" | "no_preference";
            /** @description Store slug, for product detail links with routingMode specific. */
            retailer?: string;
            /** @description Store id, for shopping lists and recipes with routingMode specific. */
            retailerId?: string;
            /** @description Ordered store slugs, with routingMode preferred. */
            preferredRetailers?: string[];
            shoppingList?: components["schemas"]["ShoppingListResource"];
            recipe?: components["schemas"]["RecipeResource"];
        };
        /** @description Content of a shopping list's page. */
        ShoppingListResource: {
            /** @description Heading of the list's page. */
            title: string;
            /**
             * Format: uri
             * @description Picture of the list.
             */
            imageUrl?: string;
            /** @description Text for the shopper. */
            instructions?: string;
            /** @description What to buy. */
            lineItems: components["schemas"]["LineItemResource"][];
        };
        /** @description An item of a shopping list, or an ingredient of a recipe. */
        LineItemResource: {
            /** @description What to buy. The delivery app searches for this text. */
            name: string;
            /**
             * @description Amount in `unit`; fractions such as 0.5 are allowed.
             * @default 1
             */
            quantity: number;
            /** @description Unit of `quantity`, such as `cup` or `ounce`. */
            unit?: string;
            /** @description Primary and acceptable backup UPCs, to improve matching. */
            upcs?: string[];
            /** @description Stored with the link; not sent to the retailer. */
            catalogProductId?: string;
            /** @description Stored as backup choices. To influence matching, also send backupUpcs or upcs. */
            backupProductIds?: string[];
            /** @description Sent to the delivery app after upcs, and stored with the link. */
            backupUpcs?: string[];
            /** @description Text of the item on the page. Default: its name. */
            displayText?: string;
            /** @description The same amount in other units. */
            measurements?: {
                /** @description Amount in `unit`; fractions such as 0.5 are allowed. */
                quantity: number;
                /** @description Unit of `quantity`, such as `cup` or `ounce`. */
                unit: string;
            }[];
            /** @description Filters for the products that may match. */
            filters?: {
                /** @description Brands to prefer. */
                brandFilters?: string[];
                /** @description Dietary needs as the delivery app names them, such as `ORGANIC`. */
                healthFilters?: string[];
            };
        };
        /** @description Content of a recipe's page. */
        RecipeResource: {
            /** @description Heading of the recipe's page. */
            title: string;
            /**
             * Format: uri
             * @description Picture of the dish.
             */
            imageUrl?: string;
            /** @description Author of the recipe. */
            author?: string;
            /**
             * Format: int64
             * @description Number of servings.
             */
            servings?: number;
            /**
             * Format: int64
             * @description Time to cook, in minutes.
             */
            cookingTimeMinutes?: number;
            /** @description The steps, in order. */
            instructions?: string[];
            /**
             * Format: int32
             * @description How many days the delivery app keeps the page, 30 by default. The service then requests a new page, so the short link and printed codes keep working.
             */
            expiresInDays?: number;
            /** @description The ingredients. */
            ingredients: components["schemas"]["LineItemResource"][];
            /** @description Settings of the recipe's page. */
            landingPageConfiguration?: {
                /**
                 * Format: uri
                 * @description URL that the page links back to.
                 */
                partnerLinkbackUrl?: string;
                /** @description Asks the shopper which ingredients are at home already. */
                enablePantryItems?: boolean;
            };
        };
        /** @description An offer of a choice link: the fields depend on its retailer and intent. */
        ChoiceOfferResource: {
            /** @description Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer. */
            key?: string;
            /** @description Name of the shop on the page. Default: the retailer's name. */
            label?: string;
            /** @description Countries where the offer is shown. Default: everywhere. */
            countries?: string[];
            /**
             * Format: uri
             * @description Used if no better retailer URL can be built, or if every product is known to be unavailable.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocationResource"];
            /** @description The products. */
            products?: components["schemas"]["ProductSelectionResource"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            /** @description Options by retailer. */
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptionsResource"];
                bigbox_t?: components["schemas"]["BigboxTOptionsResource"];
                delivery_app?: components["schemas"]["DeliveryAppOptionsResource"];
            };
            /**
             * @description The retailer that the offer links to.
             * @enum {string}
             */
            retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
            /**
             * @description The purpose of the offer.
             * @enum {string}
             */
            intent: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url" | "choose_retailer";
        };
        /** @description Appearance and content of a choice link's page. */
        ChoicePageResource: {
            /**
             * Format: uri
             * @description Picture for the page and for link previews.
             */
            imageUrl?: string;
            /** @description Text below the heading. */
            text?: string;
            /**
             * @description What happens to offers whose products are sold out: hide them, move them to the end, or keep them.
             * @default hide
             * @enum {string}
             */
            soldOut: "hide" | "last" | "show";
            /**
             * @description Whether to redirect directly if the page would show a single offer.
             * @default true
             */
            skipSingle: boolean;
            /** @description The affiliate disclosure, shown if an offer has a tag. Default: a standard text. */
            disclosure?: string;
            /**
             * @description Language of the page. Default: the language of the visitor's browser.
             * @enum {string}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
        };
        /** @description The destination of a link, why, and since when. */
        LinkDestination: {
            /**
             * Format: uri
             * @description The destination of visits while the link is active. Some destinations depend on the visit: see the reason.
             */
            destination: string;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
            reason: components["schemas"]["DestinationReason"];
            /** @description Possible problems of the link. */
            warnings: components["schemas"]["LinkWarning"][];
            scan?: components["schemas"]["ScanDestination"];
            /** @description The state of the link now: before (`scheduled`), within (`running`) or after (`ended`) its schedule, or switched off (`off`). Later versions may add values. */
            state: components["schemas"]["LinkState"] | string;
            schedule?: components["schemas"]["LinkScheduleResource"];
            /**
             * Format: date-time
             * @description Since when this destination applies; null if the change was not recorded.
             */
            since: string | null;
            availability?: components["schemas"]["LinkAvailability"];
            page?: components["schemas"]["DeliveryAppPage"];
            /** @description The destinations of a choice link's offers, in order. */
            offers?: components["schemas"]["OfferDestination"][];
            /** @description With `include=health`: the last checks of the URLs that the link can redirect to. */
            health?: components["schemas"]["DestinationHealth"][];
        };
        /** @description The destination of scans of QR codes, if it differs from the destination of clicks. */
        ScanDestination: {
            /**
             * Format: uri
             * @description The destination of scans.
             */
            destination: string;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
            reason: components["schemas"]["DestinationReason"];
        };
        /** @description The retailer's latest response about the products. */
        LinkAvailability: {
            /** @description The result. `replaced`: a backup replaces an unavailable product. Later versions may add values. */
            outcome: components["schemas"]["AvailabilityOutcome"] | string;
            /**
             * Format: date-time
             * @description When the retailer was queried.
             */
            checkedAt: string;
        };
        /**
         * @description The result. `replaced`: a backup replaces an unavailable product. Later versions may add values.
         * @enum {string}
         */
        AvailabilityOutcome: "available" | "replaced" | "unavailable" | "unknown";
        /** @description The delivery app's page of a list or recipe. */
        DeliveryAppPage: {
            /** @description The state of the page. `failed`: it is not requested again automatically. Later versions may add values. */
            state: components["schemas"]["PageState"] | string;
            /**
             * Format: int64
             * @description How often the page was requested, including the attempt that created it. A renewal counts anew.
             */
            attempts: number;
            /** @description The delivery app's latest error, if it created no page. */
            lastError?: string;
        };
        /**
         * @description The state of the page. `failed`: it is not requested again automatically. Later versions may add values.
         * @enum {string}
         */
        PageState: "pending" | "made" | "failed";
        /** @description The destination of an offer, why, and since when. */
        OfferDestination: {
            /** @description Key of the offer. */
            key: string;
            /**
             * Format: uri
             * @description The destination of a tap on the offer.
             */
            destination: string;
            /** @description Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL (`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`). Later versions may add values. */
            urlType: components["schemas"]["UrlType"] | string;
            reason: components["schemas"]["DestinationReason"];
            scan?: components["schemas"]["ScanDestination"];
            /**
             * Format: date-time
             * @description Since when this destination applies.
             */
            since: string | null;
            /** @description Whether the page shows the offer now to visitors from its countries; false if it is sold out and the page hides such offers. */
            shown: boolean;
            availability?: components["schemas"]["LinkAvailability"];
            page?: components["schemas"]["DeliveryAppPage"];
        };
        /** @description The last check of a URL. */
        DestinationHealth: {
            /**
             * Format: uri
             * @description A URL that the link can redirect to: its own, an offer's, a fallback, or its `endedUrl`.
             */
            url: string;
            /** @description The result. `moved`: it redirects for good. `slow`: no response in 10 seconds. `blocked`: programs may not look, which says nothing about shoppers. `failing`: a server error. `gone`: 404 or 410, or no connection. `soft_404`: a shop redirects a product page to its home, search or category page. Later versions may add values. */
            outcome: components["schemas"]["HealthOutcome"] | string;
            /** @description Whether checks failed at least a day apart. */
            broken: boolean;
            /**
             * Format: date-time
             * @description When the URL was last requested.
             */
            checkedAt: string;
            /**
             * Format: date-time
             * @description The first failure since the last success.
             */
            failingSince?: string;
            /**
             * Format: int32
             * @description HTTP status of the last response.
             */
            status?: number;
            /** @description Where redirects led, in order. Long URLs are cut. */
            redirects: string[];
        };
        /**
         * @description The result. `moved`: it redirects for good. `slow`: no response in 10 seconds. `blocked`: programs may not look, which says nothing about shoppers. `failing`: a server error. `gone`: 404 or 410, or no connection. `soft_404`: a shop redirects a product page to its home, search or category page. Later versions may add values.
         * @enum {string}
         */
        HealthOutcome: "fine" | "moved" | "slow" | "blocked" | "failing" | "gone" | "soft_404";
        /** @description A change of a link or of one of its QR codes. */
        HistoryEntry: {
            /**
             * Format: int64
             * @description Number of the change; the creation is 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description When the change was made.
             */
            at: string;
            /** @description Who made the change. */
            actor: components["schemas"]["Actor"];
            /** @description The changed fields. */
            changes: components["schemas"]["FieldChange"][];
            /** @description The destination after the change: a URL or a path on this service. */
            destination: string;
        };
        /**
         * @description A program, a person or a job of the service. Later versions may add values.
         * @enum {string}
         */
        ActorType: "api_key" | "member" | "job";
        /** @description Who did something. */
        Actor: {
            /** @description A program, a person or a job of the service. Later versions may add values. */
            type: components["schemas"]["ActorType"] | string;
            /** @description Id of the actor. */
            id: string;
            /** @description Name of the API key. */
            name?: string;
        };
        /** @description A changed field. */
        FieldChange: {
            /** @description The field, such as `tracking.utm.source` or `qrCodes.window-poster.name`. */
            field: string;
            /** @description The old value; absent if there was none. */
            from?: unknown;
            /** @description The new value; absent if it was removed. */
            to?: unknown;
        };
        /** @description A project, which groups links. */
        Project: {
            /** @description The `projectId` in requests. It never changes. */
            id: string;
            /** @description Name of the project. */
            name: string;
            brand?: components["schemas"]["Brand"];
            /**
             * Format: date-time
             * @description When the project was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the project was archived and stopped accepting new links; absent if it is active.
             */
            archivedAt?: string;
        };
        /** @description The brand of a project's links. */
        Brand: {
            /** @description The brand name that shoppers know. */
            name: string;
            /**
             * Format: uri
             * @description The logo. Every logo has its own URL.
             */
            logoUrl?: string;
            /** @description The chosen color of buttons and links, `#rrggbb`. */
            accent?: string;
            /**
             * Format: uri
             * @description The legal notice.
             */
            imprintUrl?: string;
            /**
             * Format: uri
             * @description The privacy notice.
             */
            privacyUrl?: string;
        };
        /** @description An export of an organization. */
        Export: {
            /** @description Id of the export. */
            id: string;
            /** @description Whether the archive is complete. Later versions may add values. */
            state: components["schemas"]["ExportState"] | string;
            /** @description Whether the archive has the images of the QR codes. */
            images: boolean;
            /**
             * Format: int64
             * @description Links of the organization when the export started.
             */
            links: number;
            /**
             * Format: int32
             * @description Progress.
             */
            percent: number;
            /**
             * Format: int64
             * @description Size of the archive so far.
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When the export started.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the archive is deleted.
             */
            expiresAt: string;
            /**
             * Format: uri
             * @description The ZIP archive, once it is complete. Anyone who has the URL can download it.
             */
            downloadUrl?: string;
        };
        /**
         * @description Whether the archive is complete. Later versions may add values.
         * @enum {string}
         */
        ExportState: "running" | "done";
        /** @description An API key. */
        ApiKey: {
            /** @description Id of the key. It is not secret. */
            id: string;
            /** @description Name of the key. */
            name: string;
            /** @description The key's organization. */
            organization: {
                /** @description Id of the organization. */
                id: string;
                /** @description Name of the organization. */
                name: string;
            };
            /** @description The projects that the key can access: `all` or a list of ids. */
            projects: "all" | string[];
            /** @description The permissions of the key. */
            scopes: (components["schemas"]["Scope"] | string)[];
            /**
             * Format: date-time
             * @description When the key was issued.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key expires; absent if it does not.
             */
            expiresAt?: string;
        };
        /**
         * @description A permission of a key. Later versions may add values.
         * @enum {string}
         */
        Scope: "links:write" | "links:read" | "qr-codes:write" | "projects:read" | "projects:write" | "events:read" | "webhooks:write" | "exports:write" | "retailers:marketplace" | "retailers:grocer_a" | "retailers:bigbox_w" | "retailers:bigbox_t" | "retailers:delivery_app" | "retailers:custom";
        /** @description A store of the delivery app, with the options for links to it. */
        RetailerRecord: {
            /**
             * @description The provider of the store.
             * @constant
             */
            provider: "delivery_app";
            /** @description Name of the store. */
            name: string;
            /** @description Id of the store, for lists and recipes. */
            retailerId: string;
            /** @description Slug of the store, for product pages. */
            slug: string;
            /** @description What the store offers. */
            services: string[];
            /** @description What the store sells. */
            categories: string[];
            /**
             * Format: int64
             * @description Number of known locations.
             */
            locationCount: number;
            /** @description Some postal codes that the store serves. */
            samplePostalCodes: string[];
            /** @description The value of `options.delivery_app` for each intent. */
            usage: {
                /** @description For shopping lists. */
                shoppingList: {
                    /**
                     * @description Selects a specific store.
                     * @constant
                     */
                    routingMode: "specific";
                    /** @description Id of the store, for lists and recipes. */
                    retailerId: string;
                };
                /** @description For recipes. */
                recipe: {
                    /**
                     * @description Selects a specific store.
                     * @constant
                     */
                    routingMode: "specific";
                    /** @description Id of the store, for lists and recipes. */
                    retailerId: string;
                };
                /** @description For product pages. */
                productDetail: {
                    /**
                     * @description Selects a specific store.
                     * @constant
                     */
                    routingMode: "specific";
                    /** @description Slug of the store, for product pages. */
                    retailer: string;
                };
            };
        };
        /** @description A series or, with `by`, a breakdown. */
        VisitStatistics: components["schemas"]["VisitSeries"] | components["schemas"]["VisitBreakdown"];
        /** @description Visits over time: the response without `by`. */
        VisitSeries: {
            /**
             * Format: date-time
             * @description Start of the range, extended to a whole hour or day.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive, extended to a whole hour or day.
             */
            to: string;
            /**
             * @description Length of the buckets.
             * @enum {string}
             */
            interval: "hour" | "day" | "week" | "month";
            /** @description IANA name of the organization's time zone. Default: `UTC`. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Time of the newest counted visits of the whole service. Normally, all visits up to a minute before it are counted. `null` if there were none for two days.
             */
            updatedAt: string | null;
            comparison?: components["schemas"]["VisitComparison"];
            /** @description All visits in the range. */
            totals: components["schemas"]["VisitNumbers"];
            /** @description Every hour, day, week or month of the range, including zeros. */
            buckets: components["schemas"]["VisitBucket"][];
        };
        /** @description The earlier period, with `compare`. */
        VisitComparison: {
            /**
             * Format: date-time
             * @description Start of the earlier period.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the compared part, exclusive.
             */
            to: string;
            /** @description All visits of the earlier period. */
            totals: components["schemas"]["VisitNumbers"];
            /** @description Every bucket of the earlier period, including zeros. */
            buckets: components["schemas"]["VisitBucket"][];
        };
        /** @description Numbers of visits. */
        VisitNumbers: {
            /**
             * Format: int64
             * @description People who scanned a QR code of the link.
             */
            scans: number;
            /**
             * Format: int64
             * @description All other people.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Programs, link checkers and HEAD requests.
             */
            robots: number;
            /**
             * Format: int64
             * @description Link previews and prefetches.
             */
            previews: number;
        };
        /** @description The visits in an hour, day, week or month. */
        VisitBucket: {
            /**
             * Format: date-time
             * @description Start of the bucket.
             */
            start: string;
            /**
             * Format: int64
             * @description People who scanned a QR code of the link.
             */
            scans: number;
            /**
             * Format: int64
             * @description All other people.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Programs, link checkers and HEAD requests.
             */
            robots: number;
            /**
             * Format: int64
             * @description Link previews and prefetches.
             */
            previews: number;
        };
        /** @description Visits by a property: the response with `by`. */
        VisitBreakdown: {
            /**
             * Format: date-time
             * @description Start of the range, extended to a whole hour or day.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive, extended to a whole hour or day.
             */
            to: string;
            /**
             * @description Length of the buckets.
             * @enum {string}
             */
            interval: "hour" | "day" | "week" | "month";
            /** @description IANA name of the organization's time zone. Default: `UTC`. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Time of the newest counted visits of the whole service. Normally, all visits up to a minute before it are counted. `null` if there were none for two days.
             */
            updatedAt: string | null;
            comparison?: components["schemas"]["VisitComparison"];
            totals: components["schemas"]["VisitBreakdownTotals"];
            /** @description The values with the most people. Devices are counted for people only; rows by `choice` are taps, not visits; rows by `lot` are scans of GTINs. */
            rows: components["schemas"]["VisitRow"][];
            /** @description `false` if more than 100,000 days of links had visits: then rows by `link` and `qrCode` cover only the 200 most visited links of each day. Their numbers are right, but a link that was never among these may be missing. */
            exact: boolean;
        };
        /** @description All visits in the range. */
        VisitBreakdownTotals: {
            /**
             * Format: int64
             * @description People who scanned a QR code of the link.
             */
            scans: number;
            /**
             * Format: int64
             * @description All other people.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Programs, link checkers and HEAD requests.
             */
            robots: number;
            /**
             * Format: int64
             * @description Link previews and prefetches.
             */
            previews: number;
            /**
             * Format: int64
             * @description With `by=choice`: taps on the offers of choice pages. They are not visits.
             */
            taps?: number;
        };
        /** @description The visits with one value. */
        VisitRow: {
            /** @description The value. `none`: no QR code or referrer. `rest`: all values without a row. */
            key: string;
            /** @description Name of the link or QR code. */
            name?: string;
            /**
             * Format: int64
             * @description People who scanned a QR code of the link.
             */
            scans: number;
            /**
             * Format: int64
             * @description All other people.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Programs, link checkers and HEAD requests.
             */
            robots: number;
            /**
             * Format: int64
             * @description Link previews and prefetches.
             */
            previews: number;
        };
        /** @description An event. Ignore types that you don't know: later versions add some. */
        Event: components["schemas"]["LinkCreatedEvent"] | components["schemas"]["LinkUpdatedEvent"] | components["schemas"]["LinkStatusChangedEvent"] | components["schemas"]["LinkEndedEvent"] | components["schemas"]["LinkEndingEvent"] | components["schemas"]["LinkBrokenEvent"] | components["schemas"]["LinkMendedEvent"] | components["schemas"]["QrCodeCreatedEvent"] | components["schemas"]["QrCodeUpdatedEvent"] | components["schemas"]["CodeNotScannedEvent"] | components["schemas"]["DestinationSwitchedEvent"] | components["schemas"]["ProductUnavailableEvent"] | components["schemas"]["ProductBackEvent"] | components["schemas"]["PageMadeEvent"] | components["schemas"]["PageFailedEvent"] | components["schemas"]["ImportFinishedEvent"] | components["schemas"]["ApiKeyExpiringEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["VisitsThresholdEvent"] | components["schemas"]["VisitsUnusualEvent"] | components["schemas"]["QuotaNearEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description A link was created, with its default QR code. */
        LinkCreatedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: int64
                 * @description Rises with each change of the link: the `version` of its history.
                 */
                revision: number;
            };
        };
        /** @description The definition of a link was changed. */
        LinkUpdatedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: int64
                 * @description Rises with each change of the link: the `version` of its history.
                 */
                revision: number;
                /** @description Names of the fields that were changed. Read the link for their values. */
                changed: string[];
            };
        };
        /** @description A link was switched on or off, perhaps with other changes. */
        LinkStatusChangedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: int64
                 * @description Rises with each change of the link: the `version` of its history.
                 */
                revision: number;
                /** @description Names of the fields that were changed. Read the link for their values. */
                changed: string[];
                /**
                 * @description The new status.
                 * @enum {string}
                 */
                status: "active" | "inactive";
            };
        };
        /** @description The schedule of a link ended. */
        LinkEndedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.ended";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                activeUntil: string;
            };
        };
        /** @description The schedule of an active link ends within three days. */
        LinkEndingEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.ending";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: date-time
                 * @description When it ends.
                 */
                activeUntil: string;
            };
        };
        /** @description A destination of a link has failed for a day or longer. */
        LinkBrokenEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.broken";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description The URL that fails. */
                destination: string;
                /** @description As in `health` of `GET …/destination`. Later versions may add values. */
                outcome: components["schemas"]["BrokenOutcome"] | string;
                /**
                 * Format: date-time
                 * @description The first check that failed.
                 */
                failingSince: string;
            };
        };
        /**
         * @description As in `health` of `GET …/destination`. Later versions may add values.
         * @enum {string}
         */
        BrokenOutcome: "failing" | "gone" | "soft_404";
        /** @description A broken destination of a link responds again, or the link no longer uses it. */
        LinkMendedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "link.mended";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description The URL that failed. */
                destination: string;
                /**
                 * @description Whether the URL responds, or the link was changed.
                 * @enum {string}
                 */
                reason: "responds" | "changed";
            };
        };
        /** @description A QR code was added to a link. */
        QrCodeCreatedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qr_code.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "qr_code";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description Id of the QR code. */
                qrCodeId: string;
                /** @description Identifier of the QR code within its link. */
                identifier: string;
                /**
                 * Format: int64
                 * @description Rises with each change of the link: the `version` of its history.
                 */
                revision: number;
                /** @description Names of the fields that were changed. Read the link for their values. */
                changed: string[];
            };
        };
        /** @description Name, metadata or style of a QR code was changed. */
        QrCodeUpdatedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qr_code.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "qr_code";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description Id of the QR code. */
                qrCodeId: string;
                /** @description Identifier of the QR code within its link. */
                identifier: string;
                /**
                 * Format: int64
                 * @description Rises with each change of the link: the `version` of its history.
                 */
                revision: number;
                /** @description Names of the fields that were changed. Read the link for their values. */
                changed: string[];
            };
        };
        /** @description A QR code was not scanned within 14 days after it was first downloaded for print, or after a member asked to be reminded. */
        CodeNotScannedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "code.not_scanned";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "qr_code";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description Id of the QR code. */
                qrCodeId: string;
                /** @description Identifier of the QR code within its link. */
                identifier: string;
                /**
                 * Format: date-time
                 * @description The first download as PDF or EPS, on a print sheet or in an archive, or the last wish to be reminded.
                 */
                downloadedAt: string;
            };
        };
        /** @description The service made a link, or an offer of a choice link, redirect elsewhere. */
        DestinationSwitchedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "destination.switched";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: int64
                 * @description Rises with each change of the link: the `version` of its history.
                 */
                revision: number;
                /** @description Of a choice link: the offer. */
                offerKey?: string;
                /** @description Where it redirects now: a URL, or a path on this service. */
                destination: string;
                /** @description `page_expired`, or a reason as `GET …/destination` has it. */
                reason: string;
            };
        };
        /** @description The retailer said that the products of a link and all their backups are unavailable. */
        ProductUnavailableEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "product.unavailable";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * @description Whose product it is.
                 * @enum {string}
                 */
                retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
                /** @description Of a choice link: the offer. */
                offerKey?: string;
            };
        };
        /** @description Products that were unavailable, or a backup, can be bought again. */
        ProductBackEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "product.back";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /**
                 * @description Whose product it is.
                 * @enum {string}
                 */
                retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
                /** @description Of a choice link: the offer. */
                offerKey?: string;
            };
        };
        /** @description The delivery app made the page of a list or recipe. */
        PageMadeEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "page.made";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description Of a choice link: the offer. */
                offerKey?: string;
            };
        };
        /** @description The delivery app did not make the page of a list or recipe, and isn't asked again. */
        PageFailedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "page.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "link";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description Of a choice link: the offer. */
                offerKey?: string;
                /** @description What the delivery app responded. */
                error: string;
            };
        };
        /** @description Every row of an import was created or refused. */
        ImportFinishedEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "import.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "import";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the import. */
                importId: string;
                /** @description Project of rows that name none. */
                projectId?: string;
                /**
                 * Format: int64
                 * @description Rows with a link.
                 */
                created: number;
                /**
                 * Format: int64
                 * @description Rows without one.
                 */
                failed: number;
            };
        };
        /** @description An API key expires within seven days. */
        ApiKeyExpiringEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "api_key.expiring";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "api_key";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the key. It is no secret. */
                keyId: string;
                /** @description The project of a key that reaches no other. */
                projectId?: string;
                /** @description Name of the key. */
                name: string;
                /**
                 * Format: date-time
                 * @description When the key stops working.
                 */
                expiresAt: string;
            };
        };
        /** @description The service switched a webhook off. */
        WebhookDisabledEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "webhook";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the webhook. */
                webhookId: string;
                /** @description The project whose events it gets; absent: all. */
                projectId?: string;
                /** @description `gone`: the URL responded with 410. `failing`: no success for five days. `secret_unreadable`: the operator changed the key that encrypts secrets; a new secret switches the webhook on again, and nothing is left out. Later versions may add values. */
                reason: components["schemas"]["WebhookDisabledReason"] | string;
            };
        };
        /**
         * @description `gone`: the URL responded with 410. `failing`: no success for five days. `secret_unreadable`: the operator changed the key that encrypts secrets; a new secret switches the webhook on again, and nothing is left out. Later versions may add values.
         * @enum {string}
         */
        WebhookDisabledReason: "gone" | "failing" | "secret_unreadable";
        /** @description The visits of a link or project reached a number that an owner chose under Alerts. */
        VisitsThresholdEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "visits.threshold";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "threshold";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the chosen number. */
                thresholdId: string;
                /** @description Project of the link. */
                projectId: string;
                /** @description Id of the link; absent: the project as a whole. */
                linkId?: string;
                /**
                 * @description Which visits count.
                 * @enum {string}
                 */
                counts: "scans" | "clicks" | "all";
                /**
                 * Format: int64
                 * @description The number that was reached.
                 */
                at: number;
            };
        };
        /** @description A project had at least ten times its usual visits of that weekday, or at most a tenth. Compared with the last four weeks, from 100 visits on. */
        VisitsUnusualEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "visits.unusual";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "project";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Project of the link. */
                projectId: string;
                /**
                 * Format: date
                 * @description The day, in the organization's time zone.
                 */
                day: string;
                /**
                 * Format: int64
                 * @description Scans and clicks of that day.
                 */
                visits: number;
                /**
                 * Format: int64
                 * @description The usual number.
                 */
                usual: number;
            };
        };
        /** @description 80% of a quota of the organization is used. */
        QuotaNearEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "quota.near";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "organization";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the organization. */
                organizationId: string;
                /** @description Which quota, as in the error `quota_exceeded`. */
                quota: string;
                /**
                 * Format: int64
                 * @description How much is used.
                 */
                used: number;
                /**
                 * Format: int64
                 * @description The quota.
                 */
                allowed: number;
            };
        };
        /** @description A test of a webhook. `GET /v1/events` does not list it. */
        WebhookTestEvent: {
            /** @description Id of the event: the same however often it is delivered. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the event is about. */
            related: {
                /**
                 * @description The kind of object.
                 * @constant
                 */
                type: "webhook";
                /** @description Its id. */
                id: string;
                /**
                 * Format: uri
                 * @description Where it can be read.
                 */
                url: string;
            };
            /** @description What the event says. */
            data: {
                /** @description Id of the webhook. */
                webhookId: string;
            };
        };
        /** @description Where events are sent. */
        Webhook: {
            /** @description Id of the webhook. */
            id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description The project whose events it gets; absent: all. */
            projectId?: string;
            /** @description The events that it gets; absent: all. */
            types?: (components["schemas"]["EventType"] | string)[];
            /** @description For people. */
            description: string;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Why the service switched it off; absent: it is on, or somebody switched it off. Later versions may add values. */
            disabledBecause?: components["schemas"]["WebhookDisabledReason"] | string;
            /**
             * Format: date-time
             * @description Since when no attempt has succeeded; absent where the last one did.
             */
            failingSince?: string;
            /** @description What its messages are signed with. Shown only when it is made. */
            secret?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Who created it. It stays, whatever becomes of them. */
            createdBy: components["schemas"]["Actor"];
        };
        /**
         * @description A type of event. Later versions may add values.
         * @enum {string}
         */
        EventType: "link.created" | "link.updated" | "link.status_changed" | "link.ended" | "link.ending" | "link.broken" | "link.mended" | "qr_code.created" | "qr_code.updated" | "code.not_scanned" | "destination.switched" | "product.unavailable" | "product.back" | "page.made" | "page.failed" | "import.finished" | "api_key.expiring" | "webhook.disabled" | "visits.threshold" | "visits.unusual" | "quota.near";
        /** @description An event on its way to a webhook. */
        WebhookDelivery: {
            /** @description Id of the event, which is the header `webhook-id` too. */
            id: string;
            /** @description Type of the event. Later versions may add values. */
            type: components["schemas"]["DeliveredType"] | string;
            /**
             * @description `failed`: there is no further attempt.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * Format: int64
             * @description How many attempts there were.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            nextAttemptAt?: string;
            /** @description The last attempt. */
            lastAttempt?: {
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                at: string;
                /**
                 * Format: int32
                 * @description Status of the response; absent: there was none.
                 */
                status?: number;
                /**
                 * Format: int64
                 * @description How long it took.
                 */
                milliseconds: number;
                /** @description The beginning of the response, or why there was none. */
                answer: string;
            };
        };
        /**
         * @description Type of the event. Later versions may add values.
         * @enum {string}
         */
        DeliveredType: "link.created" | "link.updated" | "link.status_changed" | "link.ended" | "link.ending" | "link.broken" | "link.mended" | "qr_code.created" | "qr_code.updated" | "code.not_scanned" | "destination.switched" | "product.unavailable" | "product.back" | "page.made" | "page.failed" | "import.finished" | "api_key.expiring" | "webhook.disabled" | "visits.threshold" | "visits.unusual" | "quota.near" | "webhook.test";
        /** @description The response of a probe. */
        HealthStatus: {
            /**
             * @description The condition of the service.
             * @enum {string}
             */
            status: "ok" | "unavailable" | "misconfigured";
            /** @description Name of the service. */
            service: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listLinks: {
        parameters: {
            query?: {
                /** @description Links of this project. */
                projectId?: string;
                /**
                 * @description Part of a name, public name, short id, slug, GTIN, link id, customUrl, tag, retailer's name, or the id of a product or backup, in any case, with or without accents. Taken literally: there are no wildcards.
                 * @example breakfast
                 */
                q?: string;
                /** @description Links for this retailer. */
                retailer?: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom" | "choice";
                /** @description Links with this intent. */
                intent?: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url" | "choose_retailer";
                /**
                 * @description Links that are switched on (`active`) or off (`inactive`).
                 * @example active
                 */
                status?: "active" | "inactive";
                /** @description Links that are in this state now: before, within or after the times of their schedule, or switched off. */
                state?: "scheduled" | "running" | "ended" | "off";
                /** @description The link with this GTIN, in any of its lengths. */
                gtin?: string;
                /** @description One of the link's tracking.tags; case-sensitive. */
                tag?: string;
                /** @description Links with a destination that has failed for a day or longer. */
                health?: "broken";
                /** @description Created at this time or later; a date (UTC) from its start. */
                createdFrom?: string;
                /** @description Created before this time; a date (UTC) until its end. */
                createdTo?: string;
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
                /**
                 * @description Maximum number of results.
                 * @example 10
                 */
                limit?: number;
                /** @description `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: (components["schemas"]["LinkResource"] | components["schemas"]["ExtendedLink"])[];
                        /** @description Cursor of the next page; absent on the last. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    createLink: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkRequest"];
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The link. */
                        data: components["schemas"]["LinkResource"] | components["schemas"]["ExtendedLink"];
                    };
                };
            };
        };
    };
    createLinks: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinksRequest"];
            };
        };
        responses: {
            /** @description The result of each row, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows. */
                        data: components["schemas"]["BulkRow"][];
                    };
                };
            };
        };
    };
    previewLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkRequest"];
            };
        };
        responses: {
            /** @description The destination of the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkPreview"];
                    };
                };
            };
        };
    };
    getLink: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, including `urlType`, `products`, `metadata` and `updatedAt`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The link. */
                        data: components["schemas"]["LinkResource"] | components["schemas"]["ExtendedLink"];
                    };
                };
            };
        };
    };
    changeLink: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["LinkPatch"];
                "application/json": components["schemas"]["LinkPatch"];
            };
        };
        responses: {
            /** @description The changed link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The link. */
                        data: components["schemas"]["LinkResource"] | components["schemas"]["ExtendedLink"];
                    };
                };
            };
        };
    };
    getLinkDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkDefinition"];
                    };
                };
            };
        };
    };
    getLinkDestination: {
        parameters: {
            query?: {
                /** @description `health` adds the weekly checks of the URLs; `all` adds everything. */
                include?: "health" | "all";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination of the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkDestination"];
                    };
                };
            };
        };
    };
    getLinkHistory: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: components["schemas"]["HistoryEntry"][];
                        /** @description Cursor of the next page; absent on the last. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    listQrCodes: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description `nextCursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of QR codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: (components["schemas"]["QrCodeResource"] | components["schemas"]["ExtendedQrCode"])[];
                        /** @description Cursor of the next page; absent on the last. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    createQrCode: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeRequest"];
            };
        };
        responses: {
            /** @description The QR code. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The QR code. */
                        data: components["schemas"]["QrCodeResource"] | components["schemas"]["ExtendedQrCode"];
                    };
                };
            };
        };
    };
    getQrCode: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
                /**
                 * @description Identifier of the QR code.
                 * @example window-poster
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The QR code. */
                        data: components["schemas"]["QrCodeResource"] | components["schemas"]["ExtendedQrCode"];
                    };
                };
            };
        };
    };
    changeQrCode: {
        parameters: {
            query?: {
                /** @description Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and `slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything. */
                include?: components["schemas"]["Include"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
                /**
                 * @description Identifier of the QR code.
                 * @example window-poster
                 */
                identifier: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["QrCodePatch"];
                "application/json": components["schemas"]["QrCodePatch"];
            };
        };
        responses: {
            /** @description The changed QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The QR code. */
                        data: components["schemas"]["QrCodeResource"] | components["schemas"]["ExtendedQrCode"];
                    };
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: components["schemas"]["Project"][];
                        /** @description Cursor of the next page; absent on the last. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description The project. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example demo
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    changeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example demo
                 */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ProjectPatch"];
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description The changed project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    putProjectLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example demo
                 */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description The image. */
        requestBody: {
            content: {
                "image/png": string;
                "image/jpeg": string;
            };
        };
        responses: {
            /** @description The changed project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    getCodeStyle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example demo
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The style. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CodeStyleResource"];
                    };
                };
            };
        };
    };
    setCodeStyle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example demo
                 */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeStyle"];
            };
        };
        responses: {
            /** @description The new style. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CodeStyleResource"];
                    };
                };
            };
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExportRequest"];
            };
        };
        responses: {
            /** @description The export. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                exportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    findRetailers: {
        parameters: {
            query?: {
                /** @description The provider whose stores to search. */
                provider?: "delivery_app";
                /**
                 * @description Part of a name, slug or retailer id, case-insensitive.
                 * @example fairway
                 */
                q?: string;
                /**
                 * @description Maximum number of results.
                 * @example 5
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matching stores, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The stores. */
                        data: components["schemas"]["RetailerRecord"][];
                    };
                };
            };
        };
    };
    getLinkVisits: {
        parameters: {
            query?: {
                /**
                 * @description Date in the organization's time zone, or time. Default: 30 days before `to`.
                 * @example 2026-03-02
                 */
                from?: string;
                /**
                 * @description Time, exclusive; or date, inclusive. Default: the end of today.
                 * @example 2026-03-03
                 */
                to?: string;
                /** @description Maximum range: 31 of the last 90 days for `hour`, 400 days for `day`, 3,660 days for `week` and `month`. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Returns `rows` instead of `buckets`; not with `interval=hour`. */
                by?: "qrCode" | "country" | "device" | "visitor" | "link" | "retailer" | "referrer" | "choice" | "lot";
                /** @description Adds `comparison`: the previous period, shifted by whole weeks if the range has at least 7 days, or the same days a month or a year earlier (for whole months, whole months). A range that includes the present is compared up to the same hour. */
                compare?: "previous" | "month" | "year";
                /** @description Id of a QR code: a key of the rows by `qrCode`. */
                qrCode?: string;
                /** @description Country code of two capital letters: a key of the rows by `country`. */
                country?: string;
                /** @description Visits from this kind of device. */
                device?: "phone" | "tablet" | "desktop" | "other";
                /** @description The retailer of the link when the visit was counted. */
                retailer?: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom" | "choice";
                /** @description Links that have this tag in `tracking.tags` now. */
                tag?: string;
                /** @description One or more of sun, mon, tue, wed, thu, fri, sat, separated by commas. */
                dayOfWeek?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_01kjq5c8n0v3w7x9y2z4a6b8cd
                 */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visits in the range. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisitStatistics"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getVisits: {
        parameters: {
            query?: {
                /**
                 * @description Date in the organization's time zone, or time. Default: 30 days before `to`.
                 * @example 2026-03-02
                 */
                from?: string;
                /**
                 * @description Time, exclusive; or date, inclusive. Default: the end of today.
                 * @example 2026-03-03
                 */
                to?: string;
                /** @description Maximum range: 31 of the last 90 days for `hour`, 400 days for `day`, 3,660 days for `week` and `month`. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Returns `rows` instead of `buckets`; not with `interval=hour`. */
                by?: "qrCode" | "country" | "device" | "visitor" | "link" | "retailer" | "referrer" | "choice" | "lot";
                /** @description Adds `comparison`: the previous period, shifted by whole weeks if the range has at least 7 days, or the same days a month or a year earlier (for whole months, whole months). A range that includes the present is compared up to the same hour. */
                compare?: "previous" | "month" | "year";
                /**
                 * @description Default: all projects that the key can access.
                 * @example demo
                 */
                projectId?: string;
                /** @description Default: all links. */
                linkId?: string;
                /** @description Id of a QR code: a key of the rows by `qrCode`. */
                qrCode?: string;
                /** @description Country code of two capital letters: a key of the rows by `country`. */
                country?: string;
                /** @description Visits from this kind of device. */
                device?: "phone" | "tablet" | "desktop" | "other";
                /** @description The retailer of the link when the visit was counted. */
                retailer?: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom" | "choice";
                /** @description Links that have this tag in `tracking.tags` now. */
                tag?: string;
                /** @description One or more of sun, mon, tue, wed, thu, fri, sat, separated by commas. */
                dayOfWeek?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visits in the range. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisitStatistics"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. Absent: from the first event on. */
                after?: string;
                /** @description Only events of these types, separated by commas. */
                type?: ("link.created" | "link.updated" | "link.status_changed" | "link.ended" | "link.ending" | "link.broken" | "link.mended" | "qr_code.created" | "qr_code.updated" | "code.not_scanned" | "destination.switched" | "product.unavailable" | "product.back" | "page.made" | "page.failed" | "import.finished" | "api_key.expiring" | "webhook.disabled" | "visits.threshold" | "visits.unusual" | "quota.near")[];
                /** @description Only events of this project. */
                projectId?: string;
                /**
                 * @description Maximum number of results.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: components["schemas"]["Event"][];
                        /** @description What to send as `after` next time. It is always present. */
                        nextCursor: string;
                        /** @description Whether there may be more events already. */
                        hasMore: boolean;
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_01kjq5c8n0v3w7x9y2z4a6b8c1
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: components["schemas"]["Webhook"][];
                        /** @description Cursor of the next page; absent on the last. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01kjq5c8n0v3w7x9y2z4a6b8ce
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01kjq5c8n0v3w7x9y2z4a6b8ce
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01kjq5c8n0v3w7x9y2z4a6b8ce
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01kjq5c8n0v3w7x9y2z4a6b8ce
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01kjq5c8n0v3w7x9y2z4a6b8ce
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page. */
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description Cursor of the next page; absent on the last. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    deliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01kjq5c8n0v3w7x9y2z4a6b8ce
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        /** @description The body. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryRequest"];
            };
        };
        responses: {
            /** @description The delivery, which is due. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    openShortLink: {
        parameters: {
            query?: {
                /**
                 * @description Identifier of the scanned code: the visit counts as a scan.
                 * @example window-poster
                 */
                qr?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Short id of the link, case-insensitive.
                 * @example k7m2q9xd
                 */
                shortId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For programs that show link previews: a page with the public name of the link, if it has one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    openGtin: {
        parameters: {
            query?: {
                /**
                 * @description A type of the GS1 Web Vocabulary, or `linkset`.
                 * @example gs1:instructions
                 */
                linkType?: string;
            };
            header?: never;
            path: {
                /**
                 * @description GTIN of 14 digits.
                 * @example 09506000134352
                 */
                gtin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The linkset, for `linkType=linkset` or `Accept: application/linkset+json`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/linkset+json": Record<string, never>;
                };
            };
        };
    };
    openHostedList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Short id of the link, case-insensitive.
                 * @example k7m2q9xd
                 */
                shortId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getQrCodeAsSvg: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in pixels. */
                size?: number;
                /** @description Error correction: `H` tolerates the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
                /** @description Shape of the modules. */
                modules?: "square" | "rounded" | "dots";
                /** @description Shape of the three large corners. */
                finders?: "square" | "rounded" | "circle";
                /** @description The logo of the link's project in the center. The level is then always `H`. */
                logo?: "none" | "project";
                /** @description A frame that says “Scan me” in this language. The image is then higher than wide. */
                frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
                /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
                frameText?: string;
                /** @description `1` writes the GTIN below a code that encodes one, as `(01) …`. */
                hri?: "0" | "1";
                /** @description The style that was saved with the code or, where it has none, with its project. Other parameters win. */
                style?: "default";
                /** @description File name for downloads, without size and extension. */
                name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code: its `id`.
                 * @example qr_lnk_01kjq5c8n0v3w7x9y2z4a6b8cd_default
                 */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": unknown;
                };
            };
        };
    };
    getQrCodeAsPng: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in pixels. */
                size?: number;
                /** @description Error correction: `H` tolerates the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
                /** @description Shape of the modules. */
                modules?: "square" | "rounded" | "dots";
                /** @description Shape of the three large corners. */
                finders?: "square" | "rounded" | "circle";
                /** @description The logo of the link's project in the center. The level is then always `H`. */
                logo?: "none" | "project";
                /** @description A frame that says “Scan me” in this language. The image is then higher than wide. */
                frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
                /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
                frameText?: string;
                /** @description `1` writes the GTIN below a code that encodes one, as `(01) …`. */
                hri?: "0" | "1";
                /** @description The style that was saved with the code or, where it has none, with its project. Other parameters win. */
                style?: "default";
                /** @description File name for downloads, without size and extension. */
                name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code: its `id`.
                 * @example qr_lnk_01kjq5c8n0v3w7x9y2z4a6b8cd_default
                 */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                };
            };
        };
    };
    getQrCodeAsPdf: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in millimeters. */
                size?: number;
                /** @description Error correction: `H` tolerates the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
                /** @description Shape of the modules. */
                modules?: "square" | "rounded" | "dots";
                /** @description Shape of the three large corners. */
                finders?: "square" | "rounded" | "circle";
                /** @description The logo of the link's project in the center. The level is then always `H`. */
                logo?: "none" | "project";
                /** @description A frame that says “Scan me” in this language. The image is then higher than wide. */
                frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
                /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
                frameText?: string;
                /** @description `1` writes the GTIN below a code that encodes one, as `(01) …`. */
                hri?: "0" | "1";
                /** @description The style that was saved with the code or, where it has none, with its project. Other parameters win. */
                style?: "default";
                /** @description File name for downloads, without size and extension. */
                name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code: its `id`.
                 * @example qr_lnk_01kjq5c8n0v3w7x9y2z4a6b8cd_default
                 */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                };
            };
        };
    };
    getQrCodeAsEps: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in millimeters. */
                size?: number;
                /** @description Error correction: `H` tolerates the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
                /** @description Shape of the modules. */
                modules?: "square" | "rounded" | "dots";
                /** @description Shape of the three large corners. */
                finders?: "square" | "rounded" | "circle";
                /** @description The logo of the link's project in the center. The level is then always `H`. */
                logo?: "none" | "project";
                /** @description A frame that says “Scan me” in this language. The image is then higher than wide. */
                frame?: "none" | "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | "ja" | "zh";
                /** @description Text of the frame, in Latin letters. Use instead of `frame`. */
                frameText?: string;
                /** @description `1` writes the GTIN below a code that encodes one, as `(01) …`. */
                hri?: "0" | "1";
                /** @description The style that was saved with the code or, where it has none, with its project. Other parameters win. */
                style?: "default";
                /** @description File name for downloads, without size and extension. */
                name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code: its `id`.
                 * @example qr_lnk_01kjq5c8n0v3w7x9y2z4a6b8cd_default
                 */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/postscript": unknown;
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthStatus"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthStatus"];
                };
            };
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
}
