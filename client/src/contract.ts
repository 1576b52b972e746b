// Generated from the OpenAPI document by `npm run generate -w client`. Do not edit.

export interface paths {
    "/v1/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search links
         * @description Links that the key reaches, newest first, each as reading it shows it. Filters add up. A page may hold fewer links than `limit`, or none, while there are more: go on until there is no `nextCursor`. Needs the scope `links:read`.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Create a link
         * @description Creates a short link, and its default QR code on a best-effort basis. Needs the scopes `links:write` and `retailers:<retailer>`.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many links
         * @description Creates a link of each row, in one transaction. A row that is refused leaves the others alone: the answer has, in the order of the rows, what `POST /v1/links` would answer to each alone. One `Idempotency-Key` covers all rows; a repeat with the same key and body makes only the rows that are missing. A dry run claims no key, and its good rows are answered with their preview. Counts as ten requests for the rate limit. Needs the scopes `links:write` and, for each row, `retailers:<retailer>`.
         */
        post: operations["createLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview where a link would lead
         * @description Takes the body of a creation and tells where the link would lead if it were created now, by which rule, and what may be wrong with it. Refuses what the creation would refuse, and creates nothing. Where the creation would ask the retailer about the products, so does the preview; its calls count among those of the day. Needs the scopes `links:write` and `retailers:<retailer>`.
         */
        post: operations["previewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a link
         * @description Needs the scope `links:read`.
         */
        get: operations["getLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a link, or switch it off and on
         * @description Takes a JSON merge patch (RFC 7396) of the link's definition and `status`: short id, QR codes and what was printed stay, and the short link follows within 70 seconds. The result has to be a link of its retailer and intent, which may change too. Needs the scopes `links:write` and `retailers:<retailer>`, of both retailers.
         */
        patch: operations["changeLink"];
        trace?: never;
    };
    "/v1/links/{linkId}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve what a link is defined by
         * @description The body that the link was created with, defaults filled in and changes made, and `status`: what PATCH patches. Needs the scope `links:read`.
         */
        get: operations["getLinkDefinition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{linkId}/destination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell where a link leads, and why
         * @description The stored destination, the rule that decided it then, since when, and what may be wrong with the link. Of a link that is switched off: where it would lead. Needs the scope `links:read`.
         */
        get: operations["getLinkDestination"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{linkId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a link
         * @description Who changed what of the link and its QR codes, and where it led then, the newest first. The last entry is the creation; of links that are older than these records it has the actor `before-records`. Needs the scope `links:read`.
         */
        get: operations["getLinkHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{linkId}/qr-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the QR codes of a link
         * @description In the order of their identifiers. Needs the scope `links:read`.
         */
        get: operations["listQrCodes"];
        put?: never;
        /**
         * Create an additional QR code
         * @description Adds a QR code to an active link. Needs the scopes `qr-codes:write` and `retailers:<retailer>`.
         */
        post: operations["createQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{linkId}/qr-codes/{identifier}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a QR code
         * @description Needs the scope `links:read`.
         */
        get: operations["getQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name or metadata of a QR code
         * @description Takes a JSON merge patch (RFC 7396). Image and encoded URL stay as they were printed. Needs the scopes `qr-codes:write` and `retailers:<retailer>`.
         */
        patch: operations["changeQrCode"];
        trace?: never;
    };
    "/v1/retailers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search retailers of the delivery app
         * @description Finds the routing values for delivery_app links: shopping lists and recipes use retailerId, product details the slug. `usage` holds the option values to send. Any valid key may search.
         */
        get: operations["findRetailers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{linkId}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the visits of a link
         * @description Scans, clicks, robots and previews of the link as a series, or broken down with `by`. A visit is shown within a minute. Needs the scope `links:read`.
         */
        get: operations["getLinkVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the visits of projects
         * @description Scans, clicks, robots and previews of one project, or of all projects that the key reaches, as a series, or broken down with `by`. A visit is shown within a minute. Needs the scope `links:read`.
         */
        get: operations["getVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr/{qrCodeId}.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The image of a QR code as SVG
         * @description Public, and never changes. Dark modules have to stand out from a lighter background. Parameters other than these are ignored.
         */
        get: operations["getQrCodeAsSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr/{qrCodeId}.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The image of a QR code as PNG
         * @description Public, and never changes. Dark modules have to stand out from a lighter background. Parameters other than these are ignored.
         */
        get: operations["getQrCodeAsPng"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr/{qrCodeId}.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The image of a QR code as PDF
         * @description Public, and never changes. Dark modules have to stand out from a lighter background. Parameters other than these are ignored.
         */
        get: operations["getQrCodeAsPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr/{qrCodeId}.eps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The image of a QR code as EPS
         * @description Public, and never changes. Dark modules have to stand out from a lighter background. Parameters other than these are ignored.
         */
        get: operations["getQrCodeAsEps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service runs */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service can accept traffic */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateLinkRequest: components["schemas"]["BigboxWAddToCartLink"] | components["schemas"]["BigboxTProductDetailLink"] | components["schemas"]["DeliveryAppProductDetailLink"] | components["schemas"]["DeliveryAppShoppingListLink"] | components["schemas"]["DeliveryAppRecipeLink"] | components["schemas"]["BigboxWProductDetailLink"] | components["schemas"]["BigboxTAddToCartLink"] | components["schemas"]["MarketplaceProductDetailLink"] | components["schemas"]["MarketplaceAddToCartLink"] | components["schemas"]["GrocerAProductDetailLink"] | components["schemas"]["CustomCustomUrlLink"];
        /** Add-to-cart, first big-box */
        BigboxWAddToCartLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "bigbox_w";
            /** @constant */
            intent: "add_to_cart";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_w: components["schemas"]["BigboxWOptions"];
            };
        };
        RetailerLocation: {
            zipCode?: string;
            storeId?: string;
        };
        TrackingOptions: {
            utm?: {
                source?: string;
                medium?: string;
                campaign?: string;
                term?: string;
                content?: string;
            };
            linkValue?: number;
            tags?: string[];
        };
        DefaultQrCodeOptions: {
            identifier?: string;
            name?: string;
        };
        ProductSelection: {
            /** @description Retailer-native product id. For a delivery_app product detail link, the id in the product's path, not a UPC. */
            retailerProductId: string;
            /** @default 1 */
            quantity?: number;
            /** @description Tried in this order when the product is unavailable. */
            backupProductIds?: string[];
        };
        BigboxWOptions: {
            /**
             * @description Lets a single-item link be a product page when cart construction is not appropriate.
             * @default false
             */
            allowPdp?: boolean;
            /**
             * @default auto
             * @enum {string}
             */
            cartMode?: "auto" | "offers" | "items";
            /**
             * @default items
             * @enum {string}
             */
            fallbackMode?: "offers" | "items";
            /**
             * @default auto
             * @enum {string}
             */
            includeStoreId?: "never" | "auto" | "always";
            /** @default true */
            preferItemsForWalmart?: boolean;
            /** @default false */
            preferOffersForMarketplace?: boolean;
        };
        /** Product detail, second big-box */
        BigboxTProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "bigbox_t";
            /** @constant */
            intent: "product_detail";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_t: components["schemas"]["BigboxTOptions"];
            };
        };
        BigboxTOptions: {
            /** @default true */
            allowPdp?: boolean;
        };
        /** Product detail, delivery app */
        DeliveryAppProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "delivery_app";
            /** @constant */
            intent: "product_detail";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                delivery_app: components["schemas"]["DeliveryAppOptions"];
            };
        };
        DeliveryAppOptions: {
            /**
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
            shoppingList?: components["schemas"]["InstacartShoppingList"];
            recipe?: components["schemas"]["InstacartRecipe"];
        };
        InstacartShoppingList: {
            title: string;
            /** Format: uri */
            imageUrl?: string;
            instructions?: string;
            lineItems: components["schemas"]["LineItem"][];
        };
        LineItem: {
            name: string;
            /** @default 1 */
            quantity?: number;
            unit?: string;
            /** @description Help matching; primary and acceptable backup UPCs. */
            upcs?: string[];
            /** @description Kept with the link; not sent to the retailer. */
            catalogProductId?: string;
            /** @description Kept as backup choices. To influence matching, send backupUpcs or upcs too. */
            backupProductIds?: string[];
            /** @description Sent on after upcs, and kept with the link. */
            backupUpcs?: string[];
            displayText?: string;
            measurements?: {
                quantity: number;
                unit: string;
            }[];
            filters?: {
                brandFilters?: string[];
                healthFilters?: string[];
            };
        };
        InstacartRecipe: {
            title: string;
            /** Format: uri */
            imageUrl?: string;
            author?: string;
            servings?: number;
            cookingTimeMinutes?: number;
            instructions?: string[];
            expiresInDays?: number;
            ingredients: components["schemas"]["LineItem"][];
            landingPageConfiguration?: {
                /** Format: uri */
                partnerLinkbackUrl?: string;
                enablePantryItems?: boolean;
            };
        };
        /** Shopping list */
        DeliveryAppShoppingListLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "delivery_app";
            /** @constant */
            intent: "shopping_list";
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options: {
                delivery_app: {
                    /**
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
                    shoppingList: components["schemas"]["InstacartShoppingList"];
                    recipe?: components["schemas"]["InstacartRecipe"];
                };
            };
        };
        /** Recipe */
        DeliveryAppRecipeLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "delivery_app";
            /** @constant */
            intent: "recipe";
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options: {
                delivery_app: {
                    /**
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
                    shoppingList?: components["schemas"]["InstacartShoppingList"];
                    recipe: components["schemas"]["InstacartRecipe"];
                };
            };
        };
        /** Direct: first big-box product detail */
        BigboxWProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "bigbox_w";
            /** @constant */
            intent: "product_detail";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** Direct: second big-box add-to-cart */
        BigboxTAddToCartLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "bigbox_t";
            /** @constant */
            intent: "add_to_cart";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** Direct: marketplace product detail */
        MarketplaceProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "marketplace";
            /** @constant */
            intent: "product_detail";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** Direct: marketplace add-to-cart */
        MarketplaceAddToCartLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "marketplace";
            /** @constant */
            intent: "add_to_cart";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** Direct: grocer_a product detail */
        GrocerAProductDetailLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "grocer_a";
            /** @constant */
            intent: "product_detail";
            products: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        /** Custom URL */
        CustomCustomUrlLink: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @constant */
            retailer: "custom";
            /** @constant */
            intent: "custom_url";
            products?: components["schemas"]["ProductSelection"][];
            /**
             * Format: uri
             * @description Destination of custom_url links.
             */
            customUrl: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
        };
        LinkResource: {
            id: string;
            projectId: string;
            name: string;
            publicName?: string;
            retailer: components["schemas"]["Retailer"];
            intent: components["schemas"]["LinkIntent"];
            /** @enum {string} */
            status: "active" | "inactive";
            /**
             * Format: uri
             * @description Short URL of the link.
             */
            shortLink: string;
            shortId: string;
            /**
             * @description Kind of destination.
             * @enum {string}
             */
            urlType?: "cart" | "pdp" | "long_link" | "custom" | "instacart_list" | "instacart_recipe";
            products?: components["schemas"]["ProductSelection"][];
            qrCode?: components["schemas"]["QrCodeResource"];
            metadata?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt?: string;
        };
        /** @enum {string} */
        Retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
        /** @enum {string} */
        LinkIntent: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url";
        QrCodeResource: {
            /** @description `qr_<linkId>_<identifier>` */
            id: string;
            linkId: string;
            identifier: string;
            name: string;
            /**
             * Format: uri
             * @description The QR image, as SVG.
             */
            imageUrl: string;
            /**
             * Format: uri
             * @description What the QR image encodes.
             */
            encodedUrl: string;
            isDefault: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
        };
        CreateLinksRequest: {
            /** @description Bodies of `POST /v1/links`. */
            links: components["schemas"]["CreateLinkRequest"][];
            /** @description Creates nothing and previews each row. */
            dryRun?: boolean;
        };
        LinkPreview: {
            /** @description Null where it is a page of this service, which does not exist before the link. */
            destination: string | null;
            /**
             * @description Kind of destination.
             * @enum {string}
             */
            urlType: "cart" | "pdp" | "long_link" | "custom" | "instacart_list" | "instacart_recipe";
            reason: components["schemas"]["DestinationReason"];
            warnings: components["schemas"]["LinkWarning"][];
        };
        DestinationReason: {
            /**
             * @description The rule that decided. A later version may add codes.
             * @enum {string}
             */
            code: "custom_url" | "product_page" | "first_product_page" | "backup_chosen" | "cart" | "cart_by_items" | "cart_by_offers" | "cart_in_part" | "unavailable_product_page" | "seller_choice_page" | "cart_impossible_page" | "fallback_url" | "search_page" | "shop_named" | "shop_per_visit" | "first_preferred_shop" | "page_pending" | "page_made" | "page_kept" | "page_failed" | "not_recorded";
            /** @description The rule in words. */
            text: string;
        };
        LinkWarning: {
            /**
             * @description A later version may add codes.
             * @enum {string}
             */
            code: "link_inactive" | "product_id_format" | "product_unavailable" | "backups_not_checked" | "products_left_out" | "fallback_missing" | "url_near_limit" | "http_destination" | "tag_on_printed_code";
            message: string;
        };
        ErrorBody: {
            error: {
                /** @description Stable and machine-readable. */
                code: string;
                message: string;
                correlationId: string;
                /** @description Per-field problems, with fields as in `products[0].quantity`. */
                details?: {
                    field: string;
                    message: string;
                }[];
            };
        };
        /** @description A JSON merge patch: null removes an optional field, lists are replaced as a whole. */
        LinkPatch: {
            /** @description Internal name. */
            name?: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            retailer?: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
            /** @enum {string} */
            intent?: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url";
            products?: components["schemas"]["ProductSelection"][];
            /** Format: uri */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
            /** @enum {string} */
            status?: "active" | "inactive";
        };
        LinkDefinition: {
            /** @description Owning project. */
            projectId: string;
            /** @description Internal name. */
            name: string;
            /** @description Display name for public surfaces. */
            publicName?: string;
            /**
             * Format: uri
             * @description Used when a better retailer URL cannot be built.
             */
            fallbackUrl?: string;
            location?: components["schemas"]["RetailerLocation"];
            tracking?: components["schemas"]["TrackingOptions"];
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
            defaultQrCode?: components["schemas"]["DefaultQrCodeOptions"];
            /** @enum {string} */
            retailer: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
            /** @enum {string} */
            intent: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url";
            products?: components["schemas"]["ProductSelection"][];
            /** Format: uri */
            customUrl?: string;
            options?: {
                bigbox_w?: components["schemas"]["BigboxWOptions"];
                bigbox_t?: components["schemas"]["BigboxTOptions"];
                delivery_app?: components["schemas"]["DeliveryAppOptions"];
            };
            /** @enum {string} */
            status: "active" | "inactive";
        };
        LinkDestination: {
            /**
             * Format: uri
             * @description Where visits lead, or would lead if the link were active. Some depend on the visit: see the reason.
             */
            destination: string;
            /**
             * @description Kind of destination.
             * @enum {string}
             */
            urlType: "cart" | "pdp" | "long_link" | "custom" | "instacart_list" | "instacart_recipe";
            reason: components["schemas"]["DestinationReason"];
            warnings: components["schemas"]["LinkWarning"][];
            /** @description When this destination began; null for links whose changes were not recorded then. */
            since: string | null;
            /** @description The last answer of the retailer about the link's products. */
            availability?: components["schemas"]["LinkAvailability"];
            /** @description The delivery app's page of a list or recipe. */
            page?: components["schemas"]["DeliveryAppPage"];
        };
        LinkAvailability: {
            /**
             * @description `replaced`: a backup takes the place of a product that is unavailable.
             * @enum {string}
             */
            outcome: "available" | "replaced" | "unavailable" | "unknown";
            /** Format: date-time */
            checkedAt: string;
        };
        DeliveryAppPage: {
            /**
             * @description `failed`: it is not asked for again by itself.
             * @enum {string}
             */
            state: "pending" | "made" | "failed";
            /** @description Since the last page that was made. */
            attempts: number;
            lastError?: string;
        };
        HistoryEntry: {
            /** @description Counts from 1, the creation. */
            version: number;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["Actor"];
            changes: components["schemas"]["FieldChange"][];
            /** @description Where the link led after the change: a URL, or a path on this service. */
            destination: string;
        };
        Actor: {
            /** @enum {string} */
            type: "api_key" | "member" | "job";
            /** @description `before-records`: what happened until the next entry is not known. */
            id: string;
            name?: string;
        };
        FieldChange: {
            /** @description As in `tracking.utm.source`; of a QR code as in `qrCodes.window-poster.name`. */
            field: string;
            from?: unknown;
            to?: unknown;
        };
        QrCodeRequest: {
            identifier?: string;
            name?: string;
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description A JSON merge patch: null removes metadata, or a member of it. */
        QrCodePatch: {
            name?: string;
            /** @description Must not carry secrets. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        RetailerRecord: {
            /** @constant */
            provider: "delivery_app";
            name: string;
            retailerId: string;
            slug: string;
            services: string[];
            categories: string[];
            locationCount: number;
            samplePostalCodes: string[];
            usage: {
                shoppingList: {
                    /** @constant */
                    routingMode: "specific";
                    retailerId: string;
                };
                recipe: {
                    /** @constant */
                    routingMode: "specific";
                    retailerId: string;
                };
                productDetail: {
                    /** @constant */
                    routingMode: "specific";
                    retailer: string;
                };
            };
        };
        VisitStatistics: {
            /**
             * Format: date-time
             * @description Start of what is counted: the asked one, widened to a whole hour or day.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of what is counted, exclusive, widened in the same way.
             */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day" | "week" | "month";
            /** @constant */
            timeZone: "UTC";
            /** @description When the newest visits came that are counted, of all links of the service: visits up to a minute before it are counted in normal running. `null` where none came for two days. */
            updatedAt: string | null;
            totals: {
                /** @description People who came by a QR code of the link. */
                scans: number;
                /** @description People who came otherwise. */
                clicks: number;
                /** @description Programs, link checkers and HEAD requests. */
                robots: number;
                /** @description Link previews and prefetches. */
                previews: number;
            };
            /** @description Without `by`: every hour, day, week or month of the range, zeros included. */
            buckets?: {
                /** @description People who came by a QR code of the link. */
                scans: number;
                /** @description People who came otherwise. */
                clicks: number;
                /** @description Programs, link checkers and HEAD requests. */
                robots: number;
                /** @description Link previews and prefetches. */
                previews: number;
                /** Format: date-time */
                start: string;
            }[];
            /** @description With `by`: the values with most people. Devices are told of people only. */
            rows?: {
                /** @description People who came by a QR code of the link. */
                scans: number;
                /** @description People who came otherwise. */
                clicks: number;
                /** @description Programs, link checkers and HEAD requests. */
                robots: number;
                /** @description Link previews and prefetches. */
                previews: number;
                /** @description The value; `none`: no QR code; `rest`: all values that have no row. */
                key: string;
                /** @description Of the link or QR code. */
                name?: string;
            }[];
        };
        HealthStatus: {
            /** @enum {string} */
            status: "ok" | "unavailable" | "misconfigured";
            service: string;
        };
    };
    responses: {
        /** @description Body, path, query or header is malformed. Codes: `validation_failed`, `malformed_request`. */
        Error400: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description API key missing or invalid. Codes: `unauthorized`. */
        Error401: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Key valid but without access to the project or scope. Codes: `insufficient_scope`, `project_access_denied`. */
        Error403: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such link or QR code, or none in the organization of the key. Codes: `not_found`. */
        Error404: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Idempotency conflict, duplicate identifier, or conflicting resource state. Codes: `idempotency_conflict`, `duplicate_identifier`, `link_inactive`, `key_inactive`, `last_owner`. */
        Error409: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description If-Match does not fit. Codes: `precondition_failed`. */
        Error412: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is larger than 4 MiB. Codes: `payload_too_large`. */
        Error413: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not application/json. Codes: `unsupported_media_type`. */
        Error415: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Syntactically valid but violates business rules or retailer capabilities. Codes: `unsupported_retailer_intent`, `url_not_allowed`. */
        Error422: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Rate limit exceeded. Codes: `rate_limited`. */
        Error429: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Unexpected server error. Codes: `internal_error`. */
        Error500: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Temporarily unavailable; try again. Codes: `service_unavailable`. */
        Error503: {
            headers: {
                /** @description That of the request, else a new one. */
                "X-Correlation-ID": string;
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
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
                /** @description Part of a name, public name, short id, link id, customUrl or the id of a product (backups left out), whatever its case. Taken literally: there are no wildcards. */
                q?: string;
                retailer?: "marketplace" | "grocer_a" | "bigbox_w" | "bigbox_t" | "delivery_app" | "custom";
                intent?: "add_to_cart" | "product_detail" | "shopping_list" | "recipe" | "custom_url";
                status?: "active" | "inactive";
                /** @description One of the link's tracking.tags, as it was sent. */
                tag?: string;
                /** @description Created at this time or later; a date (UTC) from its start. */
                createdFrom?: string;
                /** @description Created before this time; a date (UTC) until its end. */
                createdTo?: string;
                /** @description Most results to give. */
                limit?: number;
                /** @description `nextCursor` of the page before, unchanged. */
                cursor?: string;
            };
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of links. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkResource"][];
                        /** @description Present while there is more. */
                        nextCursor?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
                /** @description The same for every retry of one operation. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkRequest"];
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description API URL of the link. */
                    Location: string;
                    /** @description `true` where an earlier request made this. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkResource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
                /** @description The same for every retry of one operation. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinksRequest"];
            };
        };
        responses: {
            /** @description What became of each row, in order. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description `true` where an earlier request made this. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What `POST /v1/links` would answer to this row alone; in a dry run 200 for a good row. */
                            status: number;
                            body: {
                                data: components["schemas"]["LinkResource"];
                            } | {
                                data: components["schemas"]["LinkPreview"];
                            } | components["schemas"]["ErrorBody"];
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkRequest"];
            };
        };
        responses: {
            /** @description Where the link would lead. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkPreview"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, with urlType, products, metadata and updatedAt. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkResource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
                /** @description The same for every retry of one operation. */
                "Idempotency-Key"?: string;
                /** @description Writes only while the ETag of the link is one of these. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["LinkPatch"];
                "application/json": components["schemas"]["LinkPatch"];
            };
        };
        responses: {
            /** @description The link as it is now. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-Match. */
                    ETag: string;
                    /** @description `true` where an earlier request made this. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkResource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLinkDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definition. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkDefinition"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLinkDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the link leads. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkDestination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLinkHistory: {
        parameters: {
            query?: {
                /** @description Most results to give. */
                limit?: number;
                /** @description `nextCursor` of the page before, unchanged. */
                cursor?: string;
            };
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HistoryEntry"][];
                        /** @description Present while there is more. */
                        nextCursor?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listQrCodes: {
        parameters: {
            query?: {
                /** @description Most results to give. */
                limit?: number;
                /** @description `nextCursor` of the page before, unchanged. */
                cursor?: string;
            };
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of QR codes. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QrCodeResource"][];
                        /** @description Present while there is more. */
                        nextCursor?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
                /** @description The same for every retry of one operation. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeRequest"];
            };
        };
        responses: {
            /** @description The QR code. */
            201: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description `true` where an earlier request made this. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QrCodeResource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Identifier of the QR code. */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QrCodeResource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
                /** @description The same for every retry of one operation. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
                /** @description Identifier of the QR code. */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["QrCodePatch"];
                "application/json": components["schemas"]["QrCodePatch"];
            };
        };
        responses: {
            /** @description The QR code as it is now. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description `true` where an earlier request made this. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QrCodeResource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    findRetailers: {
        parameters: {
            query?: {
                provider?: "delivery_app";
                /** @description Searched for in name, slug and retailer id, whatever its case. */
                q?: string;
                /** @description Most results to give. */
                limit?: number;
            };
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Retailers by name. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RetailerRecord"][];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLinkVisits: {
        parameters: {
            query?: {
                /** @description Date or time. Default: 30 days before `to`. */
                from?: string;
                /** @description Time, exclusive; or date, inclusive. Default: the end of today. */
                to?: string;
                /** @description `hour` takes up to 31 of the last 90 days, `day` up to 400 days, `week` and `month` up to 3,660. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Gives `rows` in place of `buckets`; not with `interval=hour`. */
                by?: "qrCode" | "country" | "device" | "visitor" | "link" | "retailer";
            };
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path: {
                /** @description Id of the link. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visits of the range. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisitStatistics"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getVisits: {
        parameters: {
            query?: {
                /** @description Date or time. Default: 30 days before `to`. */
                from?: string;
                /** @description Time, exclusive; or date, inclusive. Default: the end of today. */
                to?: string;
                /** @description `hour` takes up to 31 of the last 90 days, `day` up to 400 days, `week` and `month` up to 3,660. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Gives `rows` in place of `buckets`; not with `interval=hour`. */
                by?: "qrCode" | "country" | "device" | "visitor" | "link" | "retailer";
                /** @description Default: all projects that the key reaches. */
                projectId?: string;
            };
            header?: {
                /** @description Echoed in the answer; made up where it is absent. */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visits of the range. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VisitStatistics"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getQrCodeAsSvg: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in pixels. */
                size?: number;
                /** @description Error correction: `H` bears the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
            };
            header?: never;
            path: {
                /** @description Id of the QR code. */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The image is the one that If-None-Match names. */
            304: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getQrCodeAsPng: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in pixels. */
                size?: number;
                /** @description Error correction: `H` bears the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
            };
            header?: never;
            path: {
                /** @description Id of the QR code. */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The image is the one that If-None-Match names. */
            304: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getQrCodeAsPdf: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in millimetres. */
                size?: number;
                /** @description Error correction: `H` bears the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
            };
            header?: never;
            path: {
                /** @description Id of the QR code. */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The image is the one that If-None-Match names. */
            304: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getQrCodeAsEps: {
        parameters: {
            query?: {
                /** @description Width and height of the whole image in millimetres. */
                size?: number;
                /** @description Error correction: `H` bears the most damage. */
                level?: "L" | "M" | "Q" | "H";
                /** @description Of the dark modules, as `#rrggbb`. */
                color?: string;
                /** @description Of everything else, as `#rrggbb`; has to be clearly lighter. */
                background?: string;
                /** @description Light modules on each side. */
                quietZone?: number;
            };
            header?: never;
            path: {
                /** @description Id of the QR code. */
                qrCodeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/postscript": string;
                };
            };
            /** @description The image is the one that If-None-Match names. */
            304: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description For If-None-Match. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            /** @description It runs. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
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
            /** @description It can. */
            200: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthStatus"];
                };
            };
            /** @description It can't: its database does not answer (`unavailable`), or its configuration is wrong (`misconfigured`). */
            503: {
                headers: {
                    /** @description That of the request, else a new one. */
                    "X-Correlation-ID": string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthStatus"];
                };
            };
        };
    };
}
