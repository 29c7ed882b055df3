// Made from /openapi.json by `npm run client:generate`; a test fails while it is out of date.

export interface paths {
    "/v1/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the service there? */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is a resource free for a stay? */
        get: operations["findAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Price a stay, signed, for 15 minutes */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold the units of a quote for 15 minutes */
        post: operations["placeHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the guest a one-time code */
        post: operations["sendGuestCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/otp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify the code, and get the guest’s token */
        post: operations["verifyGuestCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open the payment of a hold */
        post: operations["createPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a payment page of the provider */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm a paid hold */
        post: operations["confirmHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public keys that sign quotes and guest tokens */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find a place to stay */
        post: operations["searchStays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List bookings */
        get: operations["listBookings"];
        put?: never;
        /** Book in one call */
        post: operations["createBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a booking */
        get: operations["readBooking"];
        put?: never;
        post?: never;
        /** Cancel a booking */
        delete: operations["cancelBooking"];
        options?: never;
        head?: never;
        /** Change a booking, check in, check out, mark a no-show, or cancel */
        patch: operations["moveBooking"];
        trace?: never;
    };
    "/v1/bookings/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what happened to a booking */
        get: operations["listBookingHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/cancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What cancelling would cost now */
        get: operations["previewCancellation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give money back */
        post: operations["refundBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Revenue and occupancy of a period */
        get: operations["summarizePeriod"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the money of a booking */
        get: operations["readBookingPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for what is due of a booking */
        post: operations["openBookingIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for what is due of a booking on a payment page */
        post: operations["openBookingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/offline-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record money that was taken without the provider */
        post: operations["recordBookingPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List resources */
        get: operations["listResources"];
        put?: never;
        /** Add a resource */
        post: operations["createResource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a resource */
        get: operations["readResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a resource */
        patch: operations["updateResource"];
        trace?: never;
    };
    "/v1/room-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List room types */
        get: operations["listRoomTypes"];
        put?: never;
        /** Add a room type */
        post: operations["createRoomType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the rate plans, and nightly rates */
        get: operations["readRates"];
        /** Add or change rate plans */
        put: operations["putRates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the prices */
        get: operations["readPricing"];
        /** Set the prices */
        put: operations["putPricing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set rates and restrictions of many resources at once */
        post: operations["setBulkRates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/restrictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the restrictions */
        get: operations["readRestrictions"];
        /** Set the restrictions */
        put: operations["putRestrictions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A resource’s nights, one by one */
        get: operations["readCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tax-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List taxes and fees */
        get: operations["listTaxRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tax-rules/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a tax or a fee */
        get: operations["readTaxRule"];
        /** Add or replace a tax or a fee */
        put: operations["putTaxRule"];
        post?: never;
        /** Delete a tax or a fee */
        delete: operations["deleteTaxRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cancellation-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List cancellation policies */
        get: operations["listCancellationPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cancellation-policies/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a cancellation policy */
        get: operations["readCancellationPolicy"];
        /** Add or replace a cancellation policy */
        put: operations["putCancellationPolicy"];
        post?: never;
        /** Delete a cancellation policy */
        delete: operations["deleteCancellationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/feed-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the feed tokens of a resource */
        get: operations["listFeedTokens"];
        put?: never;
        /** Open a feed of a resource */
        post: operations["createFeedToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/feed-tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Close a feed */
        delete: operations["deleteFeedToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{id}/feed-tokens/{tokenId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the address of a feed */
        post: operations["rotateFeedToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{token}.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A resource’s taken nights, as iCalendar */
        get: operations["readFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections */
        get: operations["listChannelConnections"];
        put?: never;
        /** Connect a calendar elsewhere */
        post: operations["createChannelConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a connection */
        get: operations["readChannelConnection"];
        put?: never;
        post?: never;
        /** Disconnect a calendar */
        delete: operations["deleteChannelConnection"];
        options?: never;
        head?: never;
        /** Pause or resume a connection */
        patch: operations["changeChannelConnection"];
        trace?: never;
    };
    "/v1/channel-connections/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the feed now */
        post: operations["syncChannelConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel-connections/{id}/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a connection is mapped to */
        get: operations["listChannelListings"];
        put?: never;
        /** Map a connection to a resource */
        post: operations["createChannelListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel-connections/{id}/listings/{listingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unmap a resource */
        delete: operations["deleteChannelListing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel/conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List conflicts */
        get: operations["listChannelConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel/conflicts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Resolve a conflict */
        patch: operations["resolveChannelConflict"];
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /** Register a webhook endpoint */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook endpoint */
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the signing secret */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event */
        post: operations["pingWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of an endpoint */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what happened */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign an operator in */
        post: operations["startOperatorSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign the operator out */
        delete: operations["endOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The stay to price. `ratePlanId` exactly where the resource has a room type. */
        QuoteRequest: {
            /** Format: uuid */
            resourceId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            partySize: number;
            /**
             * @description Units of the resource.
             * @default 1
             */
            quantity?: number;
            /** @description How many of the party are children; held against the room type’s limits. */
            occupancyChildren?: number;
            /** @description One for each of `occupancyChildren`. A child whose age is not sent counts as age 0 for taxes by age. */
            childAges?: number[];
            /** Format: uuid */
            ratePlanId?: string;
            /** @description The currency to show the total in; the reservation stays in the resource’s own. */
            currency?: string;
            /** @description How many stays near a refused one are suggested at the most; none where it is absent or 0. */
            alternatives?: number;
        };
        /** @description The quote to hold. */
        HoldRequest: {
            signedQuoteToken: string;
            /** @description If sent, it must be the quote’s. */
            partySize?: number;
            /** @description At most 10 keys with a publishable key. */
            metadata?: {
                [key: string]: string;
            };
            /** @description With a secret key only. */
            externalReference?: string;
        };
        /** @description Where the code goes. */
        GuestCodeRequest: {
            /** Format: email */
            email: string;
        };
        /** @description The code as the guest typed it, and the e-mail address it was sent to. */
        GuestCodeCheck: {
            code: string;
            /** Format: email */
            email: string;
        };
        /** @description Takes no fields; those that are sent are ignored. */
        PaymentIntentRequest: {
            [key: string]: unknown;
        };
        /** @description Where the guest goes when paid, and when not. */
        CheckoutSessionRequest: {
            successUrl: string;
            cancelUrl: string;
        };
        /** @description The token from verifying the guest’s code. */
        ConfirmRequest: {
            guestVerificationToken: string;
        };
        /** @description Exactly one of `dates`, `window` and `flexible`, and who stays. */
        SearchRequest: {
            /** @description Local dates of each resource, at its check-in and check-out times. */
            dates?: {
                /** Format: date */
                arrival: string;
                /** Format: date */
                departure: string;
            };
            /** @description Read in the time zone of each resource, as availability does. */
            window?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** @description Every arrival from `earliest` with a departure not after `latest`; lodging alone. */
            flexible?: {
                /** Format: date */
                earliest: string;
                /** Format: date */
                latest: string;
                minNights: number;
                maxNights: number;
                /** @description Monday is 1. */
                arrivalWeekdays?: number[];
            };
            adults: number;
            children?: number;
            /** @description One for each of `children`; without `children` it tells how many they are. */
            childAges?: number[];
            /**
             * @description Units of one resource.
             * @default 1
             */
            quantity?: number;
            kinds?: components["schemas"]["ResourceKind"][];
            roomTypeIds?: string[];
            resourceIds?: string[];
            /** @description A resource has all of them. */
            features?: string[];
            /** @description Each word is contained, without case and accents, in name, slug, description, room type or a feature. */
            text?: string;
            ratePlanCodes?: string[];
            /**
             * @description Only offers that cost nothing to cancel now.
             * @default false
             */
            freeCancellation?: boolean;
            /** @description In which totals are shown and compared. */
            currency?: string;
            /** @description Of `displayTotal`; needs `currency`. */
            maxTotalMinorUnits?: string;
            /**
             * @default cheapest
             * @enum {string}
             */
            plans?: "cheapest" | "all";
            /** @default true */
            bookableOnly?: boolean;
            /**
             * @description How many stays near a refused one are suggested at the most.
             * @default 0
             */
            alternatives?: number;
            /**
             * @default price
             * @enum {string}
             */
            sort?: "price" | "price_per_night" | "name" | "created";
            /** @default 20 */
            limit?: number;
            /** @description `nextCursor` of the page before. */
            cursor?: string;
        };
        /**
         * @description All but `generic` are lodging: sold by the night, with a room type and rate plans.
         * @enum {string}
         */
        ResourceKind: "hotel_room" | "apartment" | "villa" | "generic";
        /** @description The stay to book, and the guest. `ratePlanId` exactly where the resource has a room type. */
        BookingRequest: {
            /** Format: uuid */
            resourceId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            partySize: number;
            /** Format: email */
            guestEmail: string;
            guestName?: string;
            guestPhone?: string;
            /** @description A language tag of BCP 47. */
            guestLanguage?: string;
            /** @description Your own name of the booking; of one booking alone until it is cancelled or has expired. */
            externalReference?: string;
            /** @description Your own notes. Never in events. */
            notes?: string;
            /** @description At most 50 keys of 1 to 40 characters without `[` and `]`, with texts of 1 to 500; 8 KiB in all. */
            metadata?: {
                [key: string]: string;
            };
            occupancyChildren?: number;
            /** @description One for each of `occupancyChildren`. A child whose age is not sent counts as age 0 for taxes by age. */
            childAges?: number[];
            /** @description Lines that the guests need not pay, each with the reason. Needs `booking:tax:exempt`. */
            taxExemptions?: components["schemas"]["TaxExemption"][];
            /** @default 1 */
            quantity?: number;
            /** Format: uuid */
            ratePlanId?: string;
            /** @description The currency to show amounts in; the booking stays in the resource’s own. */
            currency?: string;
            /** @description How many stays near a refused one are suggested at the most; none where it is absent or 0. */
            alternatives?: number;
            /**
             * @description Confirms at once, without a payment.
             * @default false
             */
            paidOffline?: boolean;
        };
        /** @description A tax or fee that the guests are exempt from. */
        TaxExemption: {
            code: string;
            reason: string;
        };
        /**
         * @description The state of a reservation. The last of each path is final.
         * @enum {string}
         */
        ReservationState: "pending" | "held" | "confirmed" | "cancelled" | "checked_in" | "checked_out" | "no_show" | "expired";
        /** @description The state to move to, fields to change, or both: in one step. `reason` says why it moves. */
        BookingMove: {
            state?: components["schemas"]["ReservationState"];
            reason?: string;
            penalty?: components["schemas"]["PenaltyOverride"];
            /** @description Is merged: `""` or null removes a key, null in place of the object all of them. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            externalReference?: string | null;
            notes?: string | null;
            guestName?: string | null;
            guestPhone?: string | null;
            guestLanguage?: string | null;
        };
        /** @description The whole penalty, instead of the policy. Needs `booking:penalty:override`. */
        PenaltyOverride: {
            /** @constant */
            kind: "waive";
        } | {
            /** @constant */
            kind: "fixed";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
        };
        /** @description How much to give back; everything that remains where no amount is sent. */
        RefundRequest: {
            amountMinorUnits?: string;
        };
        /** @description How much to ask for; all that is due where no amount is sent. */
        BookingPaymentRequest: {
            amountMinorUnits?: string;
        };
        /** @description Where the guest goes when paid, and when not; all that is due where no amount is sent. */
        BookingCheckoutRequest: {
            amountMinorUnits?: string;
            successUrl: string;
            cancelUrl: string;
        };
        /** @description Money that was taken without the provider, or handed back. */
        OfflinePaymentRequest: {
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            method: components["schemas"]["PaymentMethod"];
            note?: string;
            /** @description The operator handed it back to the guest; at most what is here. */
            returned?: boolean;
        };
        /**
         * @description How it was paid. A payment through the provider is `card`.
         * @enum {string}
         */
        PaymentMethod: "card" | "cash" | "transfer" | "other";
        /** @description A resource to add. */
        NewResource: {
            kind: components["schemas"]["ResourceKind"];
            name: string;
            slug: string;
            capacity: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @default UTC */
            timezone?: string;
            /** @default 1 */
            units?: number;
            /** @default [] */
            photoUrls?: string[];
            /** @description Without it 15:00. */
            checkInTime?: string;
            /** @description Without it 11:00. */
            checkOutTime?: string;
            /** Format: uuid */
            roomTypeId?: string;
            description?: string | null;
            /** @description Words that guests search by, such as `sea_view`; kept in order, each once. */
            features?: string[];
            /** @description The policy that new bookings are cancelled by. */
            cancellationPolicyCode?: string | null;
            deposit?: components["schemas"]["Deposit"] | null;
        };
        /** @description A part of the total that is paid at the time of booking. */
        Deposit: {
            /** @description The share of the total, in basis points. */
            percentBps: number;
            /** @description The rest is due at 00:00 local time so many days before the arrival date. */
            balanceDueDaysBefore: number;
        };
        /** @description What to change; what is not sent stays. */
        ResourceChanges: {
            name?: string;
            slug?: string;
            capacity?: number;
            units?: number;
            photoUrls?: string[];
            timezone?: string;
            checkInTime?: string;
            checkOutTime?: string;
            /** Format: uuid */
            roomTypeId?: string;
            description?: string | null;
            /** @description Words that guests search by, such as `sea_view`; kept in order, each once. */
            features?: string[];
            /** @description True takes the resource off sale, false puts it back. Stays that were sold go on. */
            archived?: boolean;
            /** @description The policy that new bookings are cancelled by. */
            cancellationPolicyCode?: string | null;
            deposit?: components["schemas"]["Deposit"] | null;
        };
        /** @description A room type to add. */
        NewRoomType: {
            code: string;
            name: string;
            maxOccupancy: number;
            maxAdults: number;
            maxChildren: number;
        };
        /** @description The rate plans to add or change. */
        RatesUpdate: {
            ratePlans: components["schemas"]["RatePlanEntry"][];
        };
        /** @description A rate plan to add or change; what is not sent keeps its value, or its default on a new plan. */
        RatePlanEntry: {
            code: string;
            name: string;
            /** @description ISO 4217 code. */
            currency: string;
            enabled?: boolean;
            isRefundable?: boolean;
            minStayNights?: number;
            maxStayNights?: number | null;
            closedToArrival?: boolean;
            closedToDeparture?: boolean;
            /** @description The policy that new bookings are cancelled by. */
            cancellationPolicyCode?: string | null;
            deposit?: components["schemas"]["Deposit"] | null;
        };
        /** @description The entries to replace, whole. */
        PricingUpdate: {
            pricing: components["schemas"]["PricingEntry"][];
        };
        /** @description The prices of one plan. Multipliers are in basis points: 10000 changes nothing. `to` is exclusive. */
        PricingEntry: {
            ratePlanCode: string | null;
            baseAmountMinorUnits: string | null;
            dayOfWeekMultipliersBps?: {
                mon?: number;
                tue?: number;
                wed?: number;
                thu?: number;
                fri?: number;
                sat?: number;
                sun?: number;
            };
            seasons?: {
                name: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                multiplierBps: number;
            }[];
            leadTimeTiers?: {
                minDaysAhead: number;
                maxDaysAhead: number | null;
                multiplierBps: number;
            }[];
            lengthOfStayTiers?: {
                minNights: number;
                multiplierBps: number;
            }[];
        };
        /** @description What to set, on which dates, for which resources. At least one of `nightlyRate` and `restriction`. */
        BulkRatesRequest: {
            /** Format: uuid */
            roomTypeId: string;
            /** @description Without it, every resource of the room type. */
            resourceIds?: string[];
            ratePlanCode: string;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description Exclusive.
             */
            to: string;
            /** @description ISO weekdays, 1 is Monday. Without it, every day. */
            daysOfWeek?: number[];
            nightlyRate?: {
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                /** @description ISO 4217 code. */
                currency: string;
            };
            restriction?: {
                stopSell?: boolean;
                minStayNights?: number | null;
                maxStayNights?: number | null;
                closedToArrival?: boolean | null;
                closedToDeparture?: boolean | null;
            };
        };
        /** @description The restrictions of every plan they name, whole. */
        RestrictionsUpdate: {
            restrictions: components["schemas"]["RestrictionEntry"][];
        };
        /** @description A restriction to set. What is not sent says nothing. */
        RestrictionEntry: {
            ratePlanCode: string;
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            to: string;
            stopSell?: boolean;
            minStayNights?: number | null;
            maxStayNights?: number | null;
            closedToArrival?: boolean | null;
            closedToDeparture?: boolean | null;
        };
        /** @description A tax or a fee, whole: what is not sent has its default. */
        TaxRuleUpdate: {
            name: string;
            /** @enum {string} */
            kind: "tax" | "fee";
            /** @enum {string} */
            basis: "percent" | "per_stay" | "per_night" | "per_person_per_stay" | "per_person_per_night";
            /** @description Of `percent` alone. */
            rateBps?: string | null;
            of?: ("accommodation" | "accommodation_and_fees" | "all") | null;
            /** @description Of a fixed basis: for each unit, night or person. A person’s age band stands before it. */
            amountMinorUnits?: string | null;
            /** @description Of a fixed basis: the rule applies to resources of this currency alone. */
            currency?: string | null;
            /** @description Of a basis per person. Disjoint. */
            ageBands?: components["schemas"]["AgeBand"][] | null;
            /** @description Prices have it in them: it is taken out of the accommodation and adds nothing. */
            inclusive?: boolean;
            /**
             * @description `property`: the guest pays it on the spot; it is in no total, payment or refund.
             * @enum {string}
             */
            collect?: "online" | "property";
            /** @description Without it true for a tax, false for a fee. */
            refundable?: boolean;
            /** @description A booking by secret key may exempt its guests. */
            exemptible?: boolean;
            /** @description The first nights that do not count. */
            skipNights?: number;
            /** @description How many of the rest count at the most. */
            maxNights?: number | null;
            /** @description The first date that counts. */
            from?: string | null;
            /** @description The date after the last that counts. */
            to?: string | null;
            /** @description Without it the rule applies to every stay. */
            appliesTo?: components["schemas"]["TaxScope"] | null;
            /** @description Rules are computed in this order, then by code. */
            position?: number;
            enabled?: boolean;
        };
        /** @description What a person of these ages is charged. */
        AgeBand: {
            /** @description Included. Adults are of age 18. */
            fromAge: number;
            /** @description Included; null has no end. */
            toAge: number | null;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
        };
        /** @description The stays a rule applies to. All parts that are sent must match. */
        TaxScope: {
            kinds?: components["schemas"]["ResourceKind"][];
            roomTypeIds?: string[];
            resourceIds?: string[];
            ratePlanCodes?: string[];
        };
        /** @description A cancellation policy, whole: what is not sent has its default. */
        CancellationPolicyUpdate: {
            name: string;
            /** @description The local time from which deadlines are counted; null is the check-in time of the resource. */
            referenceTime?: string | null;
            /** @description How long after the confirmation nothing is kept. */
            graceMinutes?: number;
            /** @description The grace needs an arrival at least so many hours after the confirmation. */
            graceMinHoursBefore?: number;
            /** @description From the furthest to the nearest. The first whose deadline is ahead holds. */
            steps?: components["schemas"]["PolicyStep"][];
            /**
             * @description After the last deadline.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            afterwards: components["schemas"]["Penalty"];
            /**
             * @description From the arrival on, for a guest who did not come.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            noShow: components["schemas"]["Penalty"];
        };
        /** @description Holds until so long before the arrival; at that moment the next one holds. */
        PolicyStep: {
            /** @description Days keep the local time of the arrival; hours are of 3,600 s. */
            before: {
                count: number;
                /** @enum {string} */
                unit: "days" | "hours";
            };
            penalty: components["schemas"]["Penalty"];
        };
        /** @description What a cancellation costs, at most the total of the bill. Fees and extras that are not refundable are added to every penalty but `none`. */
        Penalty: {
            /** @constant */
            kind: "none";
        } | {
            /** @constant */
            kind: "percent";
            /** @description Basis points; 10000 is the whole. */
            bps: number;
            /**
             * @description Of `accommodation` added taxes go back in full; of `total` they are part of the share.
             * @enum {string}
             */
            of: "accommodation" | "total";
        } | {
            /** @constant */
            kind: "nights";
            /** @description The share that the first nights have in the accommodation. */
            count: number;
        } | {
            /** @constant */
            kind: "fixed";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /** @description A feed to open. `excludeConnectionId` leaves out what came in through that connection. */
        NewFeedToken: {
            /** @description For people: which calendar reads it. */
            name?: string;
            /** Format: uuid */
            excludeConnectionId?: string;
        };
        /** @description The calendar to read. */
        NewChannelConnection: {
            /** @constant */
            channel: "ical";
            /** @description https on port 443 or http on port 80. Private addresses are refused. */
            feedUrl: string;
        };
        /** @description Pauses the connection, or lets it go on. */
        ChannelConnectionChanges: {
            /** @enum {string} */
            status: "active" | "paused";
        };
        /** @description The resource that the calendar is about. */
        NewChannelListing: {
            /** Format: uuid */
            resourceId: string;
            /** @description The name that the other calendar has for it. */
            externalListingId?: string;
        };
        /**
         * @description How a conflict ended: the guest moved elsewhere, or one of the stays was cancelled.
         * @enum {string}
         */
        ChannelConflictStatus: "open" | "resolved_relocated" | "resolved_cancelled";
        /** @description How the conflict ended. */
        ChannelConflictResolution: {
            /** @enum {string} */
            status: "resolved_relocated" | "resolved_cancelled";
        };
        /** @description Where to send events, and which. */
        NewWebhookEndpoint: {
            /** @description https on port 443. Private addresses are refused. */
            url: string;
            eventTypes: components["schemas"]["WebhookEventType"][];
        };
        /**
         * @description What an endpoint may subscribe to.
         * @enum {string}
         */
        WebhookEventType: "reservation.created" | "reservation.confirmed" | "reservation.cancelled" | "reservation.expired" | "reservation.checked_in" | "reservation.checked_out" | "reservation.no_show" | "reservation.updated" | "payment.succeeded" | "payment.failed" | "payment.due" | "refund.created" | "refund.failed";
        /** @description An operator’s e-mail address and password. */
        OperatorLogin: {
            /** Format: email */
            email: string;
            password: string;
            /**
             * @default live
             * @enum {string}
             */
            mode?: "live" | "test";
        };
        /** @description A hold or a booking was made. */
        ReservationCreated: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.created";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description A booking without its guest. */
        ReservationFacts: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            state: components["schemas"]["ReservationState"];
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description When the hold ends; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Grows with every change of the booking. */
            version?: number;
            roomTypeId: string | null;
            quantity: number;
            /**
             * @description `direct` for a hold from a quote, `manual` for POST /v1/bookings.
             * @enum {string}
             */
            source: "direct" | "manual";
            occupancyAdults: number | null;
            occupancyChildren: number;
            /** Format: date-time */
            updatedAt: string;
            externalReference?: string | null;
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A reservation was confirmed, however it came about; once. */
        ReservationConfirmed: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.confirmed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description A reservation was cancelled. `cancellation` says what is kept where a policy or a penalty decided; its refund and what is due are known once the money has moved. */
        ReservationCancelled: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.cancelled";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["CancelledFacts"];
            };
        };
        /** @description A cancelled booking without its guest. */
        CancelledFacts: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            state: components["schemas"]["ReservationState"];
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description When the hold ends; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Grows with every change of the booking. */
            version?: number;
            roomTypeId: string | null;
            quantity: number;
            /**
             * @description `direct` for a hold from a quote, `manual` for POST /v1/bookings.
             * @enum {string}
             */
            source: "direct" | "manual";
            occupancyAdults: number | null;
            occupancyChildren: number;
            /** Format: date-time */
            updatedAt: string;
            externalReference?: string | null;
            metadata?: {
                [key: string]: string;
            };
            cancellation?: components["schemas"]["BookingCancellation"] | null;
        };
        /** @description What was kept of a booking that was cancelled, or whose guest did not come. */
        BookingCancellation: {
            /** Format: date-time */
            at: string;
            /** @description Null where no policy decided. */
            policyCode: string | null;
            /** @description The index of the step of the policy that holds, or what else decides. */
            step: number | ("afterwards" | "grace" | "no_show" | "override");
            /** @description Minor units of the currency. */
            penaltyMinorUnits: string;
            /** @description Of what was paid. */
            keptMinorUnits: string;
            /** @description What went back or is on its way. Null until it is known: it is sent by itself. */
            refundMinorUnits: string | null;
            /** @description What is missing of the penalty. Nothing is charged by itself. */
            dueMinorUnits: string | null;
            overridden: boolean;
            refunds: components["schemas"]["Refund"][];
        };
        /** @description Money on its way back. */
        Refund: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            reservationId: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            providerRefundId: string | null;
        };
        /** @description A hold ended unpaid, and its units are free. */
        ReservationExpired: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.expired";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description The guests have arrived. */
        ReservationCheckedIn: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.checked_in";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description The guests have left. */
        ReservationCheckedOut: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.checked_out";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description The guests did not come, and the nights are free. */
        ReservationNoShow: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.no_show";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description Fields of a booking were changed with PATCH; `changes` are their names. */
        ReservationUpdated: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "reservation.updated";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
                /** @description Guest data and notes are named, not shown. */
                changes: string[];
            };
        };
        /** @description A payment landed. */
        PaymentSucceeded: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "payment.succeeded";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["PaymentFacts"];
            };
        };
        /** @description A payment without its client secret. */
        PaymentFacts: {
            /** Format: uuid */
            reservationId: string;
            providerPaymentIntentId: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            state: components["schemas"]["PaymentState"];
        };
        /**
         * @description The state of a payment.
         * @enum {string}
         */
        PaymentState: "requires_payment" | "requires_action" | "processing" | "succeeded" | "failed" | "refunded";
        /** @description A payment failed; its state is `requires_payment` where the guest can try again. */
        PaymentFailed: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "payment.failed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["PaymentFacts"];
            };
        };
        /** @description A part of the price that was to be paid later is due; once, and not where it was paid before. */
        PaymentDue: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "payment.due";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["DuePayment"];
            };
        };
        /** @description A part of the price of a booking that is due now. */
        DuePayment: {
            /** Format: uuid */
            reservationId: string;
            /** @enum {string} */
            purpose: "balance";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** Format: date-time */
            dueAt: string;
        };
        /** @description A refund was made: by request, or by itself; `reason` says why. */
        RefundCreated: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "refund.created";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["RefundFacts"];
            };
        };
        /** @description Money on its way back, and why. */
        RefundFacts: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            reservationId: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            providerRefundId: string | null;
            reason?: components["schemas"]["RefundReason"];
        };
        /**
         * @description Why money goes back: `requested` by the operator; `cancellation` and `no_show` by the terms of the stay; `change` of the stay; `late` because it came too late to pay for the stay; `provider` for a refund of the provider’s dashboard.
         * @enum {string}
         */
        RefundReason: "requested" | "cancellation" | "no_show" | "change" | "late" | "provider";
        /** @description A refund that was made has failed at the bank: the money is still here. */
        RefundFailed: {
            /**
             * Format: uuid
             * @description The same on every delivery of the event: receivers recognise repeats by it.
             */
            id: string;
            /** @constant */
            type: "refund.failed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Grows per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["RefundFacts"];
            };
        };
        /**
         * @description Why a stay cannot be sold. Answers list reasons in this order.
         * @enum {string}
         */
        AvailabilityReason: "occupancy_exceeded" | "reserved" | "external_block" | "min_stay" | "max_stay" | "closed_to_arrival" | "closed_to_departure" | "stop_sell";
        /** @description A stay near the one that was refused. Nothing is held: it may be gone when it is quoted. */
        Alternative: {
            /**
             * @description Another rate plan, another resource on the same dates, the same nights on other dates, fewer nights, or more.
             * @enum {string}
             */
            kind: "plan" | "resource" | "shift" | "shorter" | "longer";
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            /**
             * Format: date-time
             * @description To be sent to a quote as it is.
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Of a generic resource the local days that it touches. */
            nights: number;
            /** @description By how many days the arrival is later; negative: earlier. */
            shiftDays: number;
            /** @description To the minor unit that of a quote now. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Null without an exchange rate. */
            displayTotal: components["schemas"]["DisplayTotal"] | null;
        };
        /** @description The total in the currency it is shown in. */
        DisplayTotal: {
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /** @description A sign of life. */
        Ping: {
            ok: boolean;
            /** Format: date-time */
            ts: string;
        };
        /** @description Whether a stay can be sold, and if not, every reason why. */
        Availability: {
            /** Format: uuid */
            resourceId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            partySize: number;
            available: boolean;
            /** @description Empty when available. */
            reasons: components["schemas"]["AvailabilityReason"][];
            /** @description Where they were asked for; empty when available. */
            alternatives?: components["schemas"]["Alternative"][];
        };
        /** @description The price of a stay, promised until `expiresAt`. */
        Quote: {
            /** Format: uuid */
            quoteId: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            partySize: number;
            quantity: number;
            /** Format: date-time */
            expiresAt: string;
            signedQuoteToken: string;
            displayTotal: components["schemas"]["DisplayTotal"];
            fx: components["schemas"]["ExchangeRate"];
            priceBreakdown: components["schemas"]["PriceBreakdown"];
            /** @description Null without a policy: a cancellation gives nothing back by itself. */
            cancellation: components["schemas"]["QuotedCancellation"] | null;
            /** @description What is to be paid and when; the first entry confirms the stay. */
            schedule: components["schemas"]["ScheduledPayment"][];
        };
        /** @description The rate behind `displayTotal`. `rateBps` is in basis points and may have a fraction; 10000 is one to one. `source` is `identity` within one currency and `cross` through a common one. */
        ExchangeRate: {
            /** Format: date-time */
            effectiveAt: string;
            /** @description ISO 4217 code. */
            fromCurrency: string;
            rateBps: string;
            source: string;
            /** @description ISO 4217 code. */
            toCurrency: string;
        };
        /** @description How the total came about: nights × quantity is the subtotal; the adjustments are sizes without a sign, and make the room total of it; lines that are not inclusive and are paid online are added. */
        PriceBreakdown: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units of the currency. */
            subtotalMinorUnits: string;
            leadTimeAdjustment: {
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                /** @enum {string} */
                kind: "none" | "discount" | "surcharge";
                multiplierBps: number;
            };
            lengthOfStayAdjustment: {
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                /** @enum {string} */
                kind: "none" | "discount" | "surcharge";
                multiplierBps: number;
            };
            /** @description The subtotal with both adjustments. */
            roomTotalMinorUnits: string;
            /** @description Taken off the room total. */
            discountMinorUnits: string;
            /** @description The room total less the discount; inclusive lines are part of it. */
            accommodationMinorUnits: string;
            lines: components["schemas"]["BillLine"][];
            /** @description The taxes that the accommodation has in it. */
            includedTaxMinorUnits: string;
            /** @description The taxes that are added and paid online. */
            addedTaxMinorUnits: string;
            /** @description The fees that are added and paid online. */
            feesMinorUnits: string;
            /** @description The extras that are paid online. */
            extrasMinorUnits: string;
            /** @description What the guest pays at the property; in no total. */
            dueAtPropertyMinorUnits: string;
            /** @description What is charged: accommodation, fees, extras and added taxes. */
            totalMinorUnits: string;
            nights: {
                /** Format: date */
                date: string;
                /** @description Minor units of the currency. */
                baseAmountMinorUnits: string;
                dayOfWeekMultiplierBps: number;
                seasonalMultiplierBps: number;
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
            }[];
        };
        /** @description One item of a price. Lines stand in the order in which they were computed. */
        BillLine: {
            id: string;
            /** @enum {string} */
            kind: "discount" | "fee" | "extra" | "tax";
            code: string;
            name: string;
            /** @description The accommodation has it in it: it adds nothing to the total. */
            inclusive: boolean;
            /**
             * @description `property`: the guest pays it on the spot; it is in no total, payment or refund.
             * @enum {string}
             */
            collect: "online" | "property";
            refundable: boolean;
            /** @description What a percentage was taken of. */
            baseMinorUnits: string | null;
            rateBps: string | null;
            /** @description Of a fixed amount; null where persons pay different ones. */
            unitAmountMinorUnits: string | null;
            /** @description How often the fixed amount was charged: units or paying persons, times nights. */
            count: number | null;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description Never for a publishable key. `assumed_age:n` where the ages of n children were not told, `exempt:` with a reason. */
            note?: string | null;
        };
        /** @description What cancelling the stay would cost, by when. */
        QuotedCancellation: {
            policyCode: string;
            policyVersion: number;
            /**
             * @description Whether cancelling is free at all times of the timeline, costs everything at all times, or neither.
             * @enum {string}
             */
            refundability: "refundable" | "partially_refundable" | "non_refundable";
            /**
             * Format: date-time
             * @description The arrival that deadlines are counted back from.
             */
            anchor: string;
            /** @description Null in a quote: the grace begins with the confirmation. */
            graceUntil: string | null;
            /** @description From now on; refunds are of a stay that is paid in full. */
            timeline: components["schemas"]["PenaltySpan"][];
            /** @description Minor units of the currency. */
            noShowPenaltyMinorUnits: string;
        };
        /** @description A time in which a cancellation costs the same. */
        PenaltySpan: {
            /** @description Exclusive: at this moment the next one holds. Null has no end. */
            until: string | null;
            /** @description Minor units of the currency. */
            penaltyMinorUnits: string;
            /** @description What goes back of what was paid. */
            refundMinorUnits: string;
        };
        /** @description A part of the total and when it is due. */
        ScheduledPayment: {
            /**
             * @description `stay` is all at once; `deposit` confirms the stay, `balance` is the rest.
             * @enum {string}
             */
            purpose: "stay" | "deposit" | "balance";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** Format: date-time */
            dueAt: string;
        };
        /** @description A stay as a guest’s own pages see it. */
        Reservation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            state: components["schemas"]["ReservationState"];
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description When the hold ends; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Grows with every change of the booking. */
            version: number;
        };
        /** @description The code is on its way. */
        GuestCodeSent: {
            accepted: boolean;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description The credential that confirms one hold. */
        GuestVerification: {
            guestVerificationToken: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description What the payment provider’s browser client needs. `clientSecret` is for the paying guest alone. */
        PaymentHandle: {
            /** Format: uuid */
            reservationId: string;
            providerPaymentIntentId: string;
            clientSecret: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            state: components["schemas"]["PaymentState"];
        };
        /** @description A payment page of the provider. */
        CheckoutSession: {
            id: string;
            /** Format: uuid */
            reservationId: string;
            url: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /** @description A JWK set (RFC 7517 §5) of public keys. */
        SigningKeys: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        /** @description A page of resources. */
        SearchPage: {
            /**
             * Format: date-time
             * @description The moment for which everything on the page holds.
             */
            asOf: string;
            /** @description How many resources were looked at for this page. */
            evaluated: number;
            results: components["schemas"]["SearchResult"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A resource for the best of the stays that were searched for. */
        SearchResult: {
            resource: components["schemas"]["FoundResource"];
            /**
             * Format: date-time
             * @description To be sent to a quote as it is.
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Of a generic resource the local days that it touches. */
            nights: number;
            /** @description As availability answers, price or not. */
            available: boolean;
            reasons: components["schemas"]["AvailabilityReason"][];
            unitsLeft: number;
            /** @description There is an offer. */
            bookable: boolean;
            cheapest: components["schemas"]["Offer"] | null;
            /** @description With `plans: all` every enabled plan, by code. */
            offers: components["schemas"]["Offer"][];
            problems: ("no_pricing_rule" | "fx_rate_unavailable")[];
            /** @description Empty when available. */
            alternatives: components["schemas"]["Alternative"][];
        };
        /** @description What a search shows of a resource. */
        FoundResource: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ResourceKind"];
            name: string;
            slug: string;
            capacity: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description IANA name; nights are dates of this zone. */
            timezone: string;
            photoUrls: string[];
            /** @description Words that guests search by, in order. */
            features: string[];
            /** @description Null for a generic resource. */
            roomType: components["schemas"]["RoomType"] | null;
        };
        /** @description What rooms of a kind have in common. */
        RoomType: {
            /** Format: uuid */
            id: string;
            code: string;
            name: string;
            maxOccupancy: number;
            maxAdults: number;
            maxChildren: number;
        };
        /** @description A rate plan for the stay. One that refuses it has its reasons and no totals. */
        Offer: {
            ratePlanId: string | null;
            ratePlanCode: string | null;
            name: string | null;
            available: boolean;
            reasons: components["schemas"]["AvailabilityReason"][];
            /** @description To the minor unit that of a quote now. */
            totalMinorUnits: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            displayTotal: components["schemas"]["DisplayTotal"] | null;
            /** @description The total per night and unit. */
            averageNightMinorUnits: string | null;
            /** @description Minor units of the currency. */
            dueAtPropertyMinorUnits: string;
            refundability: ("refundable" | "partially_refundable" | "non_refundable") | null;
            /** @description Until when it costs nothing to cancel. */
            freeUntil: string | null;
        };
        /** @description The booking, and the payment that can be made for it. */
        BookingWithPayment: {
            booking: components["schemas"]["BookingWithTerms"];
            /** @description Null where the stay is paid offline, or no payment is open any more. */
            payment: components["schemas"]["PaymentHandle"] | null;
            /** @description With `currency`: the total to show, as it was when the stay was booked. */
            displayTotal?: components["schemas"]["DisplayTotal"];
            fx?: components["schemas"]["ExchangeRate"];
        };
        /** @description A booking with its itemised price and conditions. */
        BookingWithTerms: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            state: components["schemas"]["ReservationState"];
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description When the hold ends; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Grows with every change of the booking. */
            version: number;
            roomTypeId: string | null;
            quantity: number;
            /**
             * @description `direct` for a hold from a quote, `manual` for POST /v1/bookings.
             * @enum {string}
             */
            source: "direct" | "manual";
            occupancyAdults: number | null;
            occupancyChildren: number;
            /** Format: date-time */
            updatedAt: string;
            /** @description Your own name of the booking. */
            externalReference: string | null;
            /** @description What you keep with the booking. */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own notes. */
            notes: string | null;
            /** @description Null until the guest has verified it. */
            guestEmail: string | null;
            guestName: string | null;
            guestPhone: string | null;
            /** @description A language tag of BCP 47. */
            guestLanguage: string | null;
            /** @description The `reason` of the last move by request. */
            moveReason: string | null;
            /** @description The itemised price as it was sold. Null for a booking that was made before bills were kept. */
            bill: components["schemas"]["Bill"] | null;
            /** @description As it was when the stay was sold. Null: cancelling it gives nothing back by itself. */
            cancellationPolicy: components["schemas"]["CancellationPolicy"] | null;
            /** @description What is to be paid, and when; null where `bill` is. Without a deposit, all of it when it is sold. */
            schedule: components["schemas"]["ScheduledPayment"][] | null;
            /**
             * @description Of what is paid after a deposit; `none` without one, and once the stay has ended.
             * @enum {string}
             */
            balanceState: "none" | "scheduled" | "due" | "paid";
            /** @description What was kept when the booking was cancelled; null where no policy or penalty said so. */
            cancellation: components["schemas"]["BookingCancellation"] | null;
        };
        /** @description The itemised price of a stay, as it was when the stay was sold. */
        Bill: {
            /** @description ISO 4217 code. */
            currency: string;
            quantity: number;
            /** @description Of one unit. */
            nights: {
                /** Format: date */
                date: string;
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
            }[];
            leadTimeMultiplierBps: number;
            lengthOfStayMultiplierBps: number;
            /** @description The nights of all units with both adjustments. */
            roomMinorUnits: string;
            /** @description Taken off the room total. */
            discountMinorUnits: string;
            /** @description The room total less the discount; inclusive lines are part of it. */
            accommodationMinorUnits: string;
            lines: components["schemas"]["BillLine"][];
            /** @description The taxes that the accommodation has in it. */
            includedTaxMinorUnits: string;
            /** @description The taxes that are added and paid online. */
            addedTaxMinorUnits: string;
            /** @description The fees that are added and paid online. */
            feesMinorUnits: string;
            /** @description The extras that are paid online. */
            extrasMinorUnits: string;
            /** @description What the guest pays at the property; in no total. */
            dueAtPropertyMinorUnits: string;
            /** @description What is charged: accommodation, fees, extras and added taxes. */
            totalMinorUnits: string;
        };
        /** @description What a cancellation costs, by when it happens. */
        CancellationPolicy: {
            code: string;
            name: string;
            /** @description Grows with every change. A booking keeps the one it was sold with. */
            version: number;
            /** @description The local time from which deadlines are counted; null is the check-in time of the resource. */
            referenceTime: string | null;
            /** @description How long after the confirmation nothing is kept. */
            graceMinutes: number;
            /** @description The grace needs an arrival at least so many hours after the confirmation. */
            graceMinHoursBefore: number;
            /** @description From the furthest to the nearest. The first whose deadline is ahead holds. */
            steps: components["schemas"]["PolicyStep"][];
            /**
             * @description After the last deadline.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            afterwards: components["schemas"]["Penalty"];
            /**
             * @description From the arrival on, for a guest who did not come.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            noShow: components["schemas"]["Penalty"];
        };
        /** @description A page of bookings. */
        BookingPage: {
            bookings: components["schemas"]["Booking"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A stay as an operator sees it, with its guest. */
        Booking: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            state: components["schemas"]["ReservationState"];
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description When the hold ends; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Grows with every change of the booking. */
            version: number;
            roomTypeId: string | null;
            quantity: number;
            /**
             * @description `direct` for a hold from a quote, `manual` for POST /v1/bookings.
             * @enum {string}
             */
            source: "direct" | "manual";
            occupancyAdults: number | null;
            occupancyChildren: number;
            /** Format: date-time */
            updatedAt: string;
            /** @description Your own name of the booking. */
            externalReference: string | null;
            /** @description What you keep with the booking. */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own notes. */
            notes: string | null;
            /** @description Null until the guest has verified it. */
            guestEmail: string | null;
            guestName: string | null;
            guestPhone: string | null;
            /** @description A language tag of BCP 47. */
            guestLanguage: string | null;
            /** @description The `reason` of the last move by request. */
            moveReason: string | null;
        };
        /** @description A page of a booking’s history. */
        HistoryPage: {
            entries: components["schemas"]["HistoryEntry"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description One thing that happened to a booking. Entries never change. */
        HistoryEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            action: components["schemas"]["HistoryAction"];
            /** @description The version of the booking from then on. */
            version: number;
            actor: components["schemas"]["HistoryActor"];
            /** @description As in X-Request-Id; null where no request did it. */
            requestId: string | null;
            /** @description Guest data, notes and metadata are named, and stand as `set` or null. */
            changes: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
            note: string | null;
        };
        /**
         * @description What happened to a booking.
         * @enum {string}
         */
        HistoryAction: "created" | "guest_verified" | "payment_opened" | "payment_failed" | "payment_succeeded" | "confirmed" | "checked_in" | "checked_out" | "no_show" | "cancelled" | "expired" | "changed" | "change_awaits_payment" | "change_ended" | "refunded" | "refund_failed" | "updated" | "erased" | "relocated";
        /** @description Who did it. */
        HistoryActor: {
            /** @enum {string} */
            kind: "secret_key" | "publishable_key" | "operator" | "guest" | "provider" | "system" | "platform";
            /** @description Of the key, of the operator or of the provider’s event, or the name of a timer. Null for a guest, and where the provider was asked before it sent an event. */
            id: string | null;
            /** @description The name of the key today; null once it is revoked, and for others. */
            label: string | null;
        };
        /** @description What cancelling the booking would cost now; the amounts are null without a policy. */
        CancellationPreview: {
            /** @description Whether the booking can be cancelled. */
            legal: boolean;
            from: components["schemas"]["ReservationState"];
            allowed: components["schemas"]["ReservationState"][];
            version: number;
            /** Format: date-time */
            at: string;
            /** @description Empty without a policy. */
            timeline: components["schemas"]["PenaltySpan"][];
            penaltyMinorUnits: string | null;
            refundMinorUnits: string | null;
            dueMinorUnits: string | null;
            step: (number | ("afterwards" | "grace" | "no_show" | "override")) | null;
            /** @description The next deadline. */
            validUntil: string | null;
        };
        /** @description Money on its way back. */
        CreatedRefund: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            reservationId: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            providerRefundId: string | null;
            /** @description Where the amount takes several payments: their refunds, each with its own state. One that the provider refused is `failed`: its amount is still here. The record itself is that of the newest payment which was not refused. */
            others?: components["schemas"]["Refund"][];
        };
        /** @description What a period brought. Basis points: 10000 is everything. */
        MetricsSummary: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            totals: {
                /** @description ISO 4217 code. */
                currency: string;
                /** @description Minor units of the currency. */
                revenueMinorUnits: string;
                /** @description Minor units of the currency. */
                refundedMinorUnits: string;
                netRevenueMinorUnits: string;
                roomNightsSold: number;
                roomNightsAvailable: number;
                occupancyBps: number;
                /** @description Minor units of the currency. */
                adrMinorUnits: string;
                /** @description Minor units of the currency. */
                revparMinorUnits: string;
                /** @description What came in on the days of the period, of all bookings. */
                collectedMinorUnits: string;
                /** @description What went back on the days of the period. */
                returnedMinorUnits: string;
                cashNetMinorUnits: string;
                /** @description Kept by their terms of stays that were cancelled, or whose guests did not come, in the period. */
                retainedMinorUnits: string;
                /** @description Revenue of the nights without the taxes in it; spread over the nights, as those below. */
                accommodationNetMinorUnits: string;
                /** @description Minor units of the currency. */
                feesMinorUnits: string;
                /** @description Minor units of the currency. */
                extrasMinorUnits: string;
                /** @description Taxes in the price and on top of it, paid online. */
                taxMinorUnits: string;
                /** @description Taxes that are paid at the property. */
                propertyTaxMinorUnits: string;
                /** @description Minor units of the currency. */
                adrNetMinorUnits: string;
                /** @description Minor units of the currency. */
                revparNetMinorUnits: string;
            }[];
            bookings: {
                confirmed: number;
                checkedIn: number;
                checkedOut: number;
                cancelled: number;
                noShow: number;
            };
        };
        /** @description The money of one booking. */
        BookingPayments: {
            /** Format: uuid */
            reservationId: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description Kept of what changes of the stay took away. */
            retainedMinorUnits: string;
            /** @description What the terms of a cancelled stay, or of a no-show, keep; null where they say nothing. */
            penaltyMinorUnits: string | null;
            /** @description Everything that came in. */
            collectedMinorUnits: string;
            /** @description Everything that went back or is on its way: every refund that has not failed. */
            returnedMinorUnits: string;
            /** @description What may be asked for now. A refund by the operator does not raise it. */
            dueMinorUnits: string;
            /** @description What must go back and is not on its way: refused by the provider, or paid without it. */
            owedMinorUnits: string;
            /** @description What is to be paid, and when. */
            schedule: components["schemas"]["ScheduledPayment"][];
            /** @description Oldest first, with those that failed. */
            payments: components["schemas"]["PaymentEntry"][];
            /** @description Oldest first, with those that failed. */
            refunds: components["schemas"]["RefundEntry"][];
        };
        /** @description One payment of a booking, or one attempt at it. */
        PaymentEntry: {
            /** Format: uuid */
            id: string;
            purpose: components["schemas"]["PaymentPurpose"];
            method: components["schemas"]["PaymentMethod"];
            /** @description Null for money that the operator took, and for a payment page that the guest has not used. */
            providerPaymentIntentId: string | null;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            state: components["schemas"]["PaymentState"];
            /** Format: date-time */
            createdAt: string;
            /** @description Of the operator, on money taken at the desk. */
            note: string | null;
            /** @description Money that the operator handed back: it counts as returned. */
            returned: boolean;
        };
        /**
         * @description What a payment is for: the `stay` or its `deposit`, which confirm it; the `balance` of a confirmed stay; a `change` of it; the `penalty` of a stay that was cancelled, or whose guest did not come.
         * @enum {string}
         */
        PaymentPurpose: "stay" | "deposit" | "balance" | "change" | "penalty";
        /** @description One refund of a booking. */
        RefundEntry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            reservationId: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            providerRefundId: string | null;
            reason: components["schemas"]["RefundReason"];
            /** Format: uuid */
            paymentId: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A payment page of the provider, for what is due of a booking. */
        BookingCheckoutSession: {
            id: string;
            /** Format: uuid */
            reservationId: string;
            url: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /** @description A page of resources. */
        ResourcePage: {
            resources: components["schemas"]["Resource"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Something that can be booked. */
        Resource: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ResourceKind"];
            name: string;
            slug: string;
            capacity: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description IANA name; nights are dates of this zone. */
            timezone: string;
            /** @description How many identical units the resource stands for. */
            units: number;
            photoUrls: string[];
            /** @description Local time from which a guest may arrive. */
            checkInTime: string;
            /** @description Local time until which a guest leaves. */
            checkOutTime: string;
            description: string | null;
            /** @description Words that guests search by, in order. */
            features: string[];
            /** @description Since when it is off sale; null: on sale. */
            archivedAt: string | null;
            /** @description Of a generic resource; a lodging resource has those of its plans. */
            cancellationPolicyCode: string | null;
            /** @description Of a generic resource. */
            deposit: components["schemas"]["Deposit"] | null;
            /** @description Null for a generic resource. */
            roomType: components["schemas"]["RoomType"] | null;
            ratePlans: components["schemas"]["RatePlan"][];
        };
        /** @description Conditions and a price under which a resource is sold. */
        RatePlan: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            code: string;
            name: string;
            /** @description ISO 4217 code. */
            currency: string;
            isRefundable: boolean;
            minStayNights: number;
            /** @description Null means no maximum. */
            maxStayNights: number | null;
            closedToArrival: boolean;
            closedToDeparture: boolean;
            enabled: boolean;
            /** @description Null: a cancellation has no automatic refund. `isRefundable` is a label; this is what binds. */
            cancellationPolicyCode: string | null;
            /** @description Null: all is paid at the time of booking. */
            deposit: components["schemas"]["Deposit"] | null;
        };
        /** @description A page of room types. */
        RoomTypePage: {
            roomTypes: components["schemas"]["RoomType"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Every rate plan of the resource; with dates, its nightly rates too. */
        Rates: {
            /** Format: uuid */
            resourceId: string;
            ratePlans: components["schemas"]["RatePlan"][];
            nightlyRates?: components["schemas"]["NightlyRate"][];
        };
        /** @description What a night costs before weekday and season. */
        NightlyRate: {
            ratePlanCode: string;
            /** Format: date */
            date: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @enum {string} */
            source: "base" | "override";
        };
        /** @description Every rate plan of the resource. */
        RatePlans: {
            /** Format: uuid */
            resourceId: string;
            ratePlans: components["schemas"]["RatePlan"][];
        };
        /** @description The prices of the resource’s plans. */
        Pricing: {
            /** Format: uuid */
            resourceId: string;
            pricing: components["schemas"]["PricingEntry"][];
        };
        /** @description What was set. */
        BulkRatesResult: {
            updatedResources: number;
            updatedNights: number;
            resources: {
                /** Format: uuid */
                resourceId: string;
                nights: number;
            }[];
        };
        /** @description Every restriction of the resource. */
        Restrictions: {
            /** Format: uuid */
            resourceId: string;
            restrictions: components["schemas"]["Restriction"][];
        };
        /** @description When, and for how long, a plan is not sold. */
        Restriction: {
            /** Format: uuid */
            id: string;
            ratePlanCode: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            stopSell: boolean;
            minStayNights: number | null;
            maxStayNights: number | null;
            closedToArrival: boolean | null;
            closedToDeparture: boolean | null;
        };
        /** @description The nights of a range. */
        Calendar: {
            /** Format: uuid */
            resourceId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description ISO 4217 code. */
            currency: string;
            days: components["schemas"]["CalendarDay"][];
        };
        /** @description One night. */
        CalendarDay: {
            /** Format: date */
            date: string;
            /** @enum {string} */
            status: "available" | "unavailable";
            reasons: components["schemas"]["AvailabilityReason"][];
            /** @description Null where no plan sells the night. */
            priceHintMinorUnits: string | null;
            restrictions: {
                closedToArrival: boolean;
                closedToDeparture: boolean;
                maxStayNights: number | null;
                minStayNights: number | null;
                stopSell: boolean;
            };
        };
        /** @description A page of taxes and fees. */
        TaxRulePage: {
            taxRules: components["schemas"]["TaxRule"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A tax or a fee of the tenant. */
        TaxRule: {
            code: string;
            name: string;
            /** @enum {string} */
            kind: "tax" | "fee";
            /** @enum {string} */
            basis: "percent" | "per_stay" | "per_night" | "per_person_per_stay" | "per_person_per_night";
            rateBps: string | null;
            of: ("accommodation" | "accommodation_and_fees" | "all") | null;
            amountMinorUnits: string | null;
            /** @description Of a fixed amount: the rule applies to resources of this currency alone. */
            currency: string | null;
            ageBands: components["schemas"]["AgeBand"][] | null;
            inclusive: boolean;
            /**
             * @description `property`: the guest pays it on the spot; it is in no total, payment or refund.
             * @enum {string}
             */
            collect: "online" | "property";
            refundable: boolean;
            exemptible: boolean;
            skipNights: number;
            maxNights: number | null;
            from: string | null;
            to: string | null;
            appliesTo: components["schemas"]["TaxScope"] | null;
            position: number;
            enabled: boolean;
        };
        /** @description A page of cancellation policies. */
        CancellationPolicyPage: {
            cancellationPolicies: components["schemas"]["CancellationPolicy"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A feed token with its address. Neither `token` nor `url` is shown again. */
        IssuedFeedToken: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            name: string | null;
            /** @description Where the feed is; whoever has it can read it. */
            url: string;
            /** Format: date-time */
            createdAt: string;
            /** @description When the feed was last read. */
            lastAccessedAt: string | null;
            token: string;
        };
        /** @description The feed tokens of the resource. */
        FeedTokens: {
            feedTokens: components["schemas"]["FeedToken"][];
        };
        /** @description Who may read a resource’s feed. Its address is a secret, and shown once. */
        FeedToken: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            name: string | null;
            /** @description Null here: only a hash of the token is stored. */
            url: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description When the feed was last read. */
            lastAccessedAt: string | null;
        };
        /** @description An iCalendar object (RFC 5545). */
        CalendarFeed: string;
        /** @description A calendar elsewhere that is read here, and how the last reading went. */
        ChannelConnection: {
            /** Format: uuid */
            id: string;
            channel: string;
            /** @description With its secrets masked. */
            feedUrl: string;
            status: components["schemas"]["ChannelConnectionStatus"];
            /** Format: date-time */
            createdAt: string;
            /** @description The last try. */
            lastSyncAt: string | null;
            /** @description The last good one; an unchanged feed is one too. */
            lastSuccessAt: string | null;
            /** @description Why the last try failed; null after a good one. */
            lastError: string | null;
            /** @description Events in the feed as it was last read. */
            eventCount: number;
            /** @description Null while paused. */
            nextSyncAt: string | null;
        };
        /**
         * @description `error` from a failed sync until a good one.
         * @enum {string}
         */
        ChannelConnectionStatus: "active" | "paused" | "error";
        /** @description A page of connections. */
        ChannelConnectionPage: {
            connections: components["schemas"]["ChannelConnection"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A resource that the events of a connection block. */
        ChannelListing: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            connectionId: string;
            /** Format: uuid */
            resourceId: string;
            externalListingId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description What the connection is mapped to. */
        ChannelListings: {
            listings: components["schemas"]["ChannelListing"][];
        };
        /** @description A page of conflicts. */
        ChannelConflictPage: {
            conflicts: components["schemas"]["ChannelConflict"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description An event of another calendar over a stay that was sold here. */
        ChannelConflict: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            connectionId: string;
            /** Format: uuid */
            listingId: string;
            /** Format: uuid */
            reservationId: string;
            /** Format: uuid */
            resourceId: string;
            /** @description The event, by its UID. */
            inboundEvent: string;
            /**
             * Format: date-time
             * @description Of the event, not of the stay.
             */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            /** Format: date-time */
            createdAt: string;
            status: components["schemas"]["ChannelConflictStatus"];
        };
        /** @description A webhook endpoint with its secret, which is not shown again. */
        IssuedWebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            eventTypes: components["schemas"]["WebhookEventType"][];
            /** @description False once it answered 410, or did nothing but fail for five days. */
            enabled: boolean;
            /** @description Failed tries in a row; a success brings it back to 0. */
            failureCount: number;
            lastFailureAt: string | null;
            lastSuccessAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description `whsec_` and base64 of 32 bytes, as Standard Webhooks has it. */
            secret: string;
        };
        /** @description Every webhook endpoint of the tenant. */
        WebhookEndpoints: {
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description An address that is sent events, and how that fares. */
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            eventTypes: components["schemas"]["WebhookEventType"][];
            /** @description False once it answered 410, or did nothing but fail for five days. */
            enabled: boolean;
            /** @description Failed tries in a row; a success brings it back to 0. */
            failureCount: number;
            lastFailureAt: string | null;
            lastSuccessAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The delivery that was made for the ping. */
        WebhookPing: {
            /** Format: uuid */
            deliveryId: string;
        };
        /** @description A page of deliveries. */
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description An event on its way to an endpoint, with every try. */
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eventId: string;
            eventType: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "dead";
            attempts: {
                /** Format: date-time */
                at: string;
                status: number | null;
                durationMs: number;
                error: string | null;
                answer?: string;
            }[];
            /** @description Null once it succeeded or is dead. */
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A page of events. */
        WebhookEventPage: {
            events: components["schemas"]["WebhookEvent"][];
            /** @description Send it as `cursor` to get the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description An event, as endpoints are sent it. */
        WebhookEvent: components["schemas"]["ReservationCreated"] | components["schemas"]["ReservationConfirmed"] | components["schemas"]["ReservationCancelled"] | components["schemas"]["ReservationExpired"] | components["schemas"]["ReservationCheckedIn"] | components["schemas"]["ReservationCheckedOut"] | components["schemas"]["ReservationNoShow"] | components["schemas"]["ReservationUpdated"] | components["schemas"]["PaymentSucceeded"] | components["schemas"]["PaymentFailed"] | components["schemas"]["PaymentDue"] | components["schemas"]["RefundCreated"] | components["schemas"]["RefundFailed"];
        /** @description A session. The token is shown this once. */
        OperatorSession: {
            token: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description A refusal (RFC 9457). Match on `code`; title and detail are for people, and may change. */
        Problem: {
            /**
             * Format: uri
             * @description An address that explains the code.
             */
            type: string;
            /** @description What the code means, in a few words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What was wrong with this request. */
            detail: string;
            /**
             * @description Stable, for programs.
             * @enum {string}
             */
            code: "bad_request" | "validation_failed" | "invalid_cursor" | "idempotency_key_required" | "invalid_window" | "rate_plan_required" | "invalid_quote_token" | "quote_expired" | "bad_code" | "expired" | "invalid_guest_token" | "wrong_reservation" | "invalid_redirect_url" | "no_room_type" | "unknown_rate_plan_code" | "unknown_policy_code" | "search_too_broad" | "currency_required" | "range_too_large" | "invalid_api_key" | "invalid_credentials" | "secret_key_required" | "origin_not_allowed" | "insufficient_permission" | "tenant_suspended" | "not_found" | "resource_not_found" | "rate_plan_not_found" | "room_type_not_found" | "tax_rule_not_found" | "policy_not_found" | "hold_not_found" | "booking_not_found" | "feed_token_not_found" | "connection_not_found" | "listing_not_found" | "conflict_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "request_timeout" | "unavailable" | "resource_locked" | "hold_conflict" | "booking_conflict" | "idempotency_key_conflict" | "hold_not_held" | "guest_email_mismatch" | "not_confirmable" | "payment_required" | "reservation_not_holdable" | "provider_not_configured" | "nothing_due" | "already_paid" | "illegal_transition" | "no_succeeded_payment" | "refund_exceeds_payment" | "provider_refund_failed" | "nothing_to_refund" | "payment_already_initiated" | "connection_paused" | "listing_already_mapped" | "conflict_already_resolved" | "policy_in_use" | "limit_reached" | "webhook_endpoint_limit_reached" | "version_mismatch" | "external_reference_taken" | "units_in_use" | "exemption_not_allowed" | "slug_taken" | "code_taken" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "no_pricing_rule" | "fx_rate_unavailable" | "exhausted_attempts" | "rate_limited" | "headers_too_large" | "internal_error" | "payment_setup_failed" | "service_unavailable";
            /**
             * Format: uuid
             * @description The id of the request, as in X-Request-Id.
             */
            instance: string;
            /** @description With `validation_failed`: each field that does not fit. */
            errors?: {
                /** @description JSON pointer (RFC 6901) into body or query. */
                pointer: string;
                message: string;
            }[];
            /** @description With `unavailable`: why. */
            reasons?: components["schemas"]["AvailabilityReason"][];
            /** @description With `unavailable`, where they were asked for: stays near it that can be had. */
            alternatives?: components["schemas"]["Alternative"][];
            /** @description With `no_pricing_rule`: the nights without a price. */
            missingDates?: string[];
            /** @description With `limit_reached`: how many there may be. */
            limit?: number;
            /** @description With `illegal_transition`: the state it is in; with `units_in_use`: since when. */
            from?: components["schemas"]["ReservationState"] | string;
            /** @description With `illegal_transition`: the state that was asked for; with `units_in_use`: until when. */
            to?: components["schemas"]["ReservationState"] | string;
            /** @description With `units_in_use`: how many are taken then. */
            unitsTaken?: number;
            /** @description With `search_too_broad`: how many resources it is about. */
            candidates?: number;
            /** @description With `search_too_broad`: how many windows of plans they have. */
            work?: number;
            /** @description With `search_too_broad`: the bound that was passed. */
            most?: number;
            /**
             * Format: uuid
             * @description With `external_reference_taken`: the booking that has it.
             */
            reservationId?: string;
            /** @description With `version_mismatch`: the version it has. */
            currentVersion?: number;
            /** @description With `illegal_transition`: where it can go. */
            allowed?: components["schemas"]["ReservationState"][];
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
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ping"];
                };
            };
        };
    };
    findAvailability: {
        parameters: {
            query: {
                /** @description The resource to look at. */
                resource_id: string;
                /** @description Where the window begins. */
                from: string;
                /** @description Where the window ends. */
                to: string;
                /** @description How many guests. */
                party_size: number;
                /** @description Units of the resource; 1 where it is absent. */
                quantity?: number;
                /** @description How many of the guests are children; held against the room type’s limits. */
                children?: number;
                /** @description The plan; without it any enabled one may accept. */
                rate_plan_id?: string;
                /** @description How many stays near a refused one are suggested at the most. */
                alternatives?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
        };
    };
    placeHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
        };
    };
    sendGuestCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestCodeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestCodeSent"];
                };
            };
        };
    };
    verifyGuestCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestCodeCheck"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestVerification"];
                };
            };
        };
    };
    createPaymentIntent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentIntentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentHandle"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentHandle"];
                };
            };
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutSessionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
        };
    };
    confirmHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
        };
    };
    searchStays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPage"];
                };
            };
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
                /** @description Stays in this resource. */
                resourceId?: string;
                /** @description Bookings in this state. */
                state?: components["schemas"]["ReservationState"];
                /** @description Stays that end after this. */
                from?: string;
                /** @description Stays that begin before this. */
                to?: string;
                /** @description Bookings of this guest; compared without case. */
                guestEmail?: string;
                /** @description Bookings with this reference. */
                externalReference?: string;
                /** @description Bookings with this key of metadata. */
                metadataKey?: string;
                /** @description The value of `metadataKey`, which must be sent with it. */
                metadataValue?: string;
                /** @description Bookings made in this way. */
                source?: "direct" | "manual";
                /** @description Stays under this rate plan. */
                ratePlanId?: string;
                /** @description Bookings of so many units or more. */
                quantityMin?: number;
                /** @description Made then or later. */
                createdFrom?: string;
                /** @description Made before. */
                createdTo?: string;
                /** @description Stays that begin then or later. */
                arrivalFrom?: string;
                /** @description Stays that begin before. */
                arrivalTo?: string;
                /** @description Stays that end then or later. */
                departureFrom?: string;
                /** @description Stays that end before. */
                departureTo?: string;
                /** @description Bookings that were changed then or later. */
                updatedSince?: string;
                /** @description The beginning of the guest’s e-mail address, of a word of the name or of the reference. */
                q?: string;
                /** @description `desc`: the newest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingPage"];
                };
            };
        };
    };
    createBooking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingWithPayment"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingWithPayment"];
                };
            };
        };
    };
    readBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingWithTerms"];
                };
            };
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingWithTerms"];
                };
            };
        };
    };
    moveBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingMove"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingWithTerms"];
                };
            };
        };
    };
    listBookingHistory: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
        };
    };
    previewCancellation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationPreview"];
                };
            };
        };
    };
    refundBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedRefund"];
                };
            };
        };
    };
    summarizePeriod: {
        parameters: {
            query?: {
                /** @description First date. Without it, the first of the current month in the tenant’s time zone. */
                from?: string;
                /** @description The date after the last. Without it, the first of the next month in the tenant’s time zone. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsSummary"];
                };
            };
        };
    };
    readBookingPayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingPayments"];
                };
            };
        };
    };
    openBookingIntent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BookingPaymentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentHandle"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentHandle"];
                };
            };
        };
    };
    openBookingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingCheckoutRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingCheckoutSession"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingCheckoutSession"];
                };
            };
        };
    };
    recordBookingPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfflinePaymentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentEntry"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentEntry"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
                /** @description True lists the archived resources alone, for a secret key. */
                archived?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourcePage"];
                };
            };
        };
    };
    createResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewResource"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
        };
    };
    readResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
        };
    };
    updateResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
        };
    };
    listRoomTypes: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomTypePage"];
                };
            };
        };
    };
    createRoomType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRoomType"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomType"];
                };
            };
        };
    };
    readRates: {
        parameters: {
            query?: {
                /** @description First date. */
                from?: string;
                /** @description The date after the last. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rates"];
                };
            };
        };
    };
    putRates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RatesUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatePlans"];
                };
            };
        };
    };
    readPricing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
        };
    };
    putPricing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PricingUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
        };
    };
    setBulkRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRatesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkRatesResult"];
                };
            };
        };
    };
    readRestrictions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restrictions"];
                };
            };
        };
    };
    putRestrictions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestrictionsUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restrictions"];
                };
            };
        };
    };
    readCalendar: {
        parameters: {
            query: {
                /** @description Where the window begins. */
                from: string;
                /** @description Where the window ends. */
                to: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    listTaxRules: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRulePage"];
                };
            };
        };
    };
    readTaxRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Letters, digits, `_` and `-`, at most 64. Compared without case, shown as first written. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRule"];
                };
            };
        };
    };
    putTaxRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Letters, digits, `_` and `-`, at most 64. Compared without case, shown as first written. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxRuleUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRule"];
                };
            };
        };
    };
    deleteTaxRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Letters, digits, `_` and `-`, at most 64. Compared without case, shown as first written. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCancellationPolicies: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationPolicyPage"];
                };
            };
        };
    };
    readCancellationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Letters, digits, `_` and `-`, at most 64. Compared without case, shown as first written. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationPolicy"];
                };
            };
        };
    };
    putCancellationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Letters, digits, `_` and `-`, at most 64. Compared without case, shown as first written. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancellationPolicyUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationPolicy"];
                };
            };
        };
    };
    deleteCancellationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Letters, digits, `_` and `-`, at most 64. Compared without case, shown as first written. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listFeedTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedTokens"];
                };
            };
        };
    };
    createFeedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewFeedToken"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedFeedToken"];
                };
            };
        };
    };
    deleteFeedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
                /** @description The id of the feed token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateFeedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
                /** @description The id of the feed token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedFeedToken"];
                };
            };
        };
    };
    readFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret of the feed. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": components["schemas"]["CalendarFeed"];
                };
            };
        };
    };
    listChannelConnections: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnectionPage"];
                };
            };
        };
    };
    createChannelConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChannelConnection"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnection"];
                };
            };
        };
    };
    readChannelConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnection"];
                };
            };
        };
    };
    deleteChannelConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeChannelConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelConnectionChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnection"];
                };
            };
        };
    };
    syncChannelConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnection"];
                };
            };
        };
    };
    listChannelListings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelListings"];
                };
            };
        };
    };
    createChannelListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChannelListing"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelListing"];
                };
            };
        };
    };
    deleteChannelListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
                /** @description The id of the listing. */
                listingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listChannelConflicts: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
                /** @description Conflicts in this status. */
                status?: components["schemas"]["ChannelConflictStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConflictPage"];
                };
            };
        };
    };
    resolveChannelConflict: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelConflictResolution"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConflict"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoints"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhookEndpoint"];
                };
            };
        };
    };
    readWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhookEndpoint"];
                };
            };
        };
    };
    pingWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPing"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. One that is no UUID is answered like one that is unknown. */
                id: string;
                /** @description The id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many at the most. */
                limit?: number;
                /** @description Events of this type. */
                type?: components["schemas"]["WebhookEventType"];
                /** @description Events of this reservation. */
                reservationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventPage"];
                };
            };
        };
    };
    startOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorLogin"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"];
                };
            };
        };
    };
    endOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** What the problems of each code have beside the members that all problems have. */
export interface problemMembers {
    bad_request: unknown;
    validation_failed: Required<Pick<components['schemas']['Problem'], 'errors'>>;
    invalid_cursor: unknown;
    idempotency_key_required: unknown;
    invalid_window: unknown;
    rate_plan_required: unknown;
    invalid_quote_token: unknown;
    quote_expired: unknown;
    bad_code: unknown;
    expired: unknown;
    invalid_guest_token: unknown;
    wrong_reservation: unknown;
    invalid_redirect_url: unknown;
    no_room_type: unknown;
    unknown_rate_plan_code: unknown;
    unknown_policy_code: unknown;
    search_too_broad: Required<Pick<components['schemas']['Problem'], 'candidates' | 'work' | 'most'>>;
    currency_required: unknown;
    range_too_large: unknown;
    invalid_api_key: unknown;
    invalid_credentials: unknown;
    secret_key_required: unknown;
    origin_not_allowed: unknown;
    insufficient_permission: unknown;
    tenant_suspended: unknown;
    not_found: unknown;
    resource_not_found: unknown;
    rate_plan_not_found: unknown;
    room_type_not_found: unknown;
    tax_rule_not_found: unknown;
    policy_not_found: unknown;
    hold_not_found: unknown;
    booking_not_found: unknown;
    feed_token_not_found: unknown;
    connection_not_found: unknown;
    listing_not_found: unknown;
    conflict_not_found: unknown;
    webhook_endpoint_not_found: unknown;
    webhook_delivery_not_found: unknown;
    request_timeout: unknown;
    unavailable: Required<Pick<components['schemas']['Problem'], 'reasons'>> & Pick<components['schemas']['Problem'], 'alternatives'>;
    resource_locked: unknown;
    hold_conflict: unknown;
    booking_conflict: unknown;
    idempotency_key_conflict: unknown;
    hold_not_held: unknown;
    guest_email_mismatch: unknown;
    not_confirmable: unknown;
    payment_required: unknown;
    reservation_not_holdable: unknown;
    provider_not_configured: unknown;
    nothing_due: unknown;
    already_paid: unknown;
    illegal_transition: Required<Pick<components['schemas']['Problem'], 'from' | 'to' | 'allowed'>>;
    no_succeeded_payment: unknown;
    refund_exceeds_payment: unknown;
    provider_refund_failed: unknown;
    nothing_to_refund: unknown;
    payment_already_initiated: unknown;
    connection_paused: unknown;
    listing_already_mapped: unknown;
    conflict_already_resolved: unknown;
    policy_in_use: unknown;
    limit_reached: Required<Pick<components['schemas']['Problem'], 'limit'>>;
    webhook_endpoint_limit_reached: unknown;
    version_mismatch: Required<Pick<components['schemas']['Problem'], 'currentVersion'>>;
    external_reference_taken: Required<Pick<components['schemas']['Problem'], 'reservationId'>>;
    units_in_use: Required<Pick<components['schemas']['Problem'], 'from' | 'to' | 'unitsTaken'>>;
    exemption_not_allowed: unknown;
    slug_taken: unknown;
    code_taken: unknown;
    payload_too_large: unknown;
    uri_too_long: unknown;
    unsupported_media_type: unknown;
    no_pricing_rule: Required<Pick<components['schemas']['Problem'], 'missingDates'>>;
    fx_rate_unavailable: unknown;
    exhausted_attempts: unknown;
    rate_limited: unknown;
    headers_too_large: unknown;
    internal_error: unknown;
    payment_setup_failed: unknown;
    service_unavailable: unknown;
}
