// Made from /openapi.json by `npm run client:generate`; a test fails while it is out of date.

export interface paths {
    "/v1/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the API is reachable */
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
        /** Check availability of a resource */
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
        /** Create a signed quote, valid for 15 minutes */
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
        /** Verify the code and return the guest token */
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
        /** Create a payment intent for a hold */
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
        /** Create a checkout session for a hold */
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
        /** List the public keys of quotes and guest tokens */
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
        /** Search available stays */
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
        /** Create a booking */
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
        /** Retrieve a booking */
        get: operations["readBooking"];
        put?: never;
        post?: never;
        /** Cancel a booking */
        delete: operations["cancelBooking"];
        options?: never;
        head?: never;
        /** Update a booking: change fields, check in, check out, no-show, cancel */
        patch: operations["changeBooking"];
        trace?: never;
    };
    "/v1/bookings/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the history of a booking */
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
        /** Preview a cancellation */
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
        /** Refund a booking */
        post: operations["refundBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/change-quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Quote a change of a stay */
        post: operations["quoteChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the changes of a booking */
        get: operations["listChanges"];
        put?: never;
        /** Change a stay */
        post: operations["changeStay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/changes/{changeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a change of a booking */
        get: operations["readChange"];
        put?: never;
        post?: never;
        /** End a change that awaits its payment */
        delete: operations["endChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List guests */
        get: operations["listGuests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a guest */
        get: operations["readGuest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update a guest */
        patch: operations["changeGuest"];
        trace?: never;
    };
    "/v1/guests/{id}/stays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the bookings of a guest */
        get: operations["listGuestStays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge two guests */
        post: operations["mergeGuests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Export all data of a guest */
        post: operations["exportGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{id}/exports/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch an export */
        get: operations["readGuestExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase a guest */
        post: operations["eraseGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/guest-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link for the guest of a booking */
        post: operations["createGuestLink"];
        /** End the links of a booking */
        delete: operations["endGuestLinks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/manage/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a link by e-mail */
        post: operations["requestGuestLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/manage/booking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the booking of a guest */
        get: operations["readManagedBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/manage/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel the booking of a guest */
        post: operations["cancelManagedBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/manage/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a checkout session for a guest */
        post: operations["openManagedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/manage/change-quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Quote other dates for a guest */
        post: operations["quoteManagedChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/manage/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the dates of a booking for its guest */
        post: operations["changeManagedStay"];
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
        /** Get revenue and occupancy of a period */
        get: operations["summarizePeriod"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get revenue and occupancy by date */
        get: operations["summarizeDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/pickup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what was booked and lost since a moment */
        get: operations["readPickup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the payment account */
        get: operations["readPaymentAccount"];
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
        /** Retrieve the payments of a booking */
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
        /** Create a payment intent for the amount due */
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
        /** Create a checkout session for the amount due */
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
        /** Record an offline payment */
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
        /** Create a resource */
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
        /** Retrieve a resource */
        get: operations["readResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update a resource */
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
        /** Create a room type */
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
        /** List rate plans and nightly rates */
        get: operations["readRates"];
        /** Create or update rate plans */
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
        /** List prices */
        get: operations["readPricing"];
        /** Set prices */
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
        /** Get rates and restrictions of a room type */
        get: operations["readBulkRates"];
        put?: never;
        /** Set rates and restrictions in bulk */
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
        /** List restrictions */
        get: operations["readRestrictions"];
        /** Set restrictions */
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
        /** Get the calendar of a resource */
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
        /** Retrieve a tax or fee */
        get: operations["readTaxRule"];
        /** Create or replace a tax or fee */
        put: operations["putTaxRule"];
        post?: never;
        /** Delete a tax or fee */
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
        /** Retrieve a cancellation policy */
        get: operations["readCancellationPolicy"];
        /** Create or replace a cancellation policy */
        put: operations["putCancellationPolicy"];
        post?: never;
        /** Delete a cancellation policy */
        delete: operations["deleteCancellationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List blocks */
        get: operations["listBlocks"];
        put?: never;
        /** Take units off sale */
        post: operations["createBlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a block */
        get: operations["readBlock"];
        put?: never;
        post?: never;
        /** Delete a block */
        delete: operations["deleteBlock"];
        options?: never;
        head?: never;
        /** Update a block */
        patch: operations["changeBlock"];
        trace?: never;
    };
    "/v1/occupancy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what takes the units of resources */
        get: operations["readOccupancy"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Create a feed of a resource */
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
        /** Delete a feed */
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
        /** Rotate the address of a feed */
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
        /** Get the unavailable nights of a resource as iCalendar */
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
        /** Connect an external calendar */
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
        /** Retrieve a connection */
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
    "/v1/channel-connections/{id}/reads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the reads of a connection */
        get: operations["listChannelReads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /** Start a sync */
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
        /** List the listings of a connection */
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
        /** Create a webhook endpoint */
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
        /** Retrieve a webhook endpoint */
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /** Change a webhook endpoint */
        patch: operations["changeWebhookEndpoint"];
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
        /** Rotate the signing secret */
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
        /** Redeliver an event */
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
        /** List events */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the mail settings */
        get: operations["readMailSettings"];
        /** Replace the mail settings */
        put: operations["putMailSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail-templates/{type}/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a mail template */
        get: operations["readMailTemplate"];
        /** Create or replace a mail template */
        put: operations["putMailTemplate"];
        post?: never;
        /** Delete a mail template */
        delete: operations["deleteMailTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail-templates/{type}/{language}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a mail */
        post: operations["previewMailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail-templates/{type}/{language}/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the HTML of a mail */
        get: operations["readMailPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the mails of a booking */
        get: operations["listGuestMails"];
        put?: never;
        /** Send a mail again */
        post: operations["sendGuestMail"];
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
        /** Sign in an operator */
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
        /** Sign out an operator */
        delete: operations["endOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the session of the console */
        get: operations["readConsoleSession"];
        put?: never;
        /** Sign in an operator to the console */
        post: operations["startConsoleSession"];
        /** Sign out of the console */
        delete: operations["endConsoleSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of the operator */
        get: operations["listConsoleSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere */
        delete: operations["endConsoleSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the own password */
        put: operations["changeConsolePassword"];
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
        /** @description The stay to price. `ratePlanId` is required if the resource has a room type, and otherwise not allowed. */
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
            /** @description The number of children in the party; checked against the limits of the room type. */
            occupancyChildren?: number;
            /** @description One for each of `occupancyChildren`. A child without an age counts as age 0 for taxes and prices by age. */
            childAges?: number[];
            /** Format: uuid */
            ratePlanId?: string;
            /** @description The display currency; the booking is in the currency of the resource. */
            currency?: string;
            /** @description The maximum number of alternatives for a refused stay; none if absent or 0. */
            alternatives?: number;
        };
        /** @description The quote to hold. */
        HoldRequest: {
            signedQuoteToken: string;
            /** @description If sent, it must equal the party size of the quote. */
            partySize?: number;
            /** @description At most 10 keys with a publishable key. */
            metadata?: {
                [key: string]: string;
            };
            /** @description With a secret key only. */
            externalReference?: string;
        };
        /** @description The recipient of the code. */
        GuestCodeRequest: {
            /** Format: email */
            email: string;
            /** @description A language tag of BCP 47: of the mail, and of the booking once the code is verified. The mail is in English, German, French or Spanish; without a language of these, in the best of `Accept-Language`, else in English. */
            language?: string;
        };
        /** @description The code entered by the guest, its e-mail address, and what else the guest says. */
        GuestCodeCheck: {
            code: string;
            /** Format: email */
            email: string;
            guest?: components["schemas"]["GuestDetails"];
        };
        /** @description Stored sealed with the booking; never in an answer to a publishable key. What is absent stays as it is. */
        GuestDetails: {
            name?: string;
            phone?: string;
            /** @description When the guest arrives, `HH:MM` in the time zone of the stay. */
            arrivalTime?: string;
            /** @description The guest’s message to the property. */
            message?: string;
        };
        /** @description No fields; fields in the request are ignored. */
        PaymentIntentRequest: {
            [key: string]: unknown;
        };
        /** @description The return addresses after payment and after cancellation. */
        CheckoutSessionRequest: {
            successUrl: string;
            cancelUrl: string;
        };
        /** @description The token returned by the verification of the guest’s code. */
        ConfirmRequest: {
            guestVerificationToken: string;
        };
        /** @description Exactly one of `dates`, `window` and `flexible`, and the guests. */
        SearchRequest: {
            /** @description Local dates of each resource, at its check-in and check-out times. */
            dates?: {
                /** Format: date */
                arrival: string;
                /** Format: date */
                departure: string;
            };
            /** @description In the time zone of each resource, as for availability. */
            window?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** @description All stays with an arrival from `earliest` and a departure until `latest`; lodging only. */
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
            /** @description One for each of `children`; without `children` the ages also give the number of children. */
            childAges?: number[];
            /**
             * @description Units of one resource.
             * @default 1
             */
            quantity?: number;
            /** @description Without it `dates` and `window` search every kind, boats and meeting rooms (`generic`) too; `flexible` is for lodging alone. */
            kinds?: components["schemas"]["ResourceKind"][];
            roomTypeIds?: string[];
            resourceIds?: string[];
            /** @description A resource must have all of them. */
            features?: string[];
            /** @description Each word must occur in name, slug, description, room type or a feature, in any of their languages; case and accents are ignored. */
            text?: string;
            ratePlanCodes?: string[];
            /**
             * @description Only offers with free cancellation at this time.
             * @default false
             */
            freeCancellation?: boolean;
            /** @description The currency in which totals are shown and compared. */
            currency?: string;
            /** @description The maximum `displayTotal`; needs `currency`. */
            maxTotalMinorUnits?: string;
            /**
             * @default cheapest
             * @enum {string}
             */
            plans?: "cheapest" | "all";
            /** @default true */
            bookableOnly?: boolean;
            /**
             * @description The maximum number of alternatives for a refused stay.
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
            /** @description `nextCursor` of the previous page. */
            cursor?: string;
        };
        /**
         * @description All except `generic` are lodging: sold by the night, with a room type and rate plans.
         * @enum {string}
         */
        ResourceKind: "hotel_room" | "apartment" | "villa" | "generic";
        /** @description The stay to book, and the guest. `ratePlanId` is required if the resource has a room type, and otherwise not allowed. */
        BookingRequest: {
            /** Format: uuid */
            resourceId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            partySize: number;
            /** @description The guest’s address. Null: none is known, and no mail is sent. */
            guestEmail: string | null;
            guestName?: string;
            guestPhone?: string;
            /** @description A language tag of BCP 47. */
            guestLanguage?: string;
            /** @description When the guest arrives, `HH:MM` in the time zone of the stay. */
            arrivalTime?: string;
            /** @description The guest’s message to the property. */
            guestMessage?: string;
            /** @description Your own reference of the booking; unique until the booking is cancelled or expired. */
            externalReference?: string;
            /** @description Your own notes. Never in events. */
            notes?: string;
            /** @description At most 50 keys of 1 to 40 characters without `[` and `]`, with values of 1 to 500 characters; 8 KiB in total. */
            metadata?: {
                [key: string]: string;
            };
            occupancyChildren?: number;
            /** @description One for each of `occupancyChildren`. A child without an age counts as age 0 for taxes and prices by age. */
            childAges?: number[];
            /** @description Exempt lines, each with the reason. Needs `booking:tax:exempt`. */
            taxExemptions?: components["schemas"]["TaxExemption"][];
            /** @default 1 */
            quantity?: number;
            /** Format: uuid */
            ratePlanId?: string;
            /** @description The display currency; the booking is in the currency of the resource. */
            currency?: string;
            /** @description The maximum number of alternatives for a refused stay; none if absent or 0. */
            alternatives?: number;
            /**
             * @description Confirms at once, without a payment.
             * @default false
             */
            paidOffline?: boolean;
            /**
             * @description Confirms at once; the total is due on the date of arrival, 00:00 in the time zone of the stay. On that day it is due from the start, without the event `payment.due`. Not with `paidOffline`.
             * @constant
             */
            payAtProperty?: true;
            /** @description The total that was shown. If it is another one now, nothing is booked: `price_changed`. */
            expectedTotalMinorUnits?: string;
        };
        /** @description An exemption from a tax or fee. */
        TaxExemption: {
            code: string;
            reason: string;
        };
        /** @description The new state, fields to change, or both in one step. `reason` is the reason of the transition. */
        BookingUpdate: {
            state?: components["schemas"]["ReservationState"];
            reason?: string;
            penalty?: components["schemas"]["PenaltyOverride"];
            /** @description Merged: `""` or null removes a key; null instead of the object removes all keys. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            externalReference?: string | null;
            notes?: string | null;
            /**
             * Format: email
             * @description Of a booking with the source `manual` only. Links to the booking that the guest had end.
             */
            guestEmail?: string;
            guestName?: string | null;
            guestPhone?: string | null;
            guestLanguage?: string | null;
            arrivalTime?: string | null;
            guestMessage?: string | null;
        };
        /**
         * @description The state of a reservation. The last state of each path is final.
         * @enum {string}
         */
        ReservationState: "pending" | "held" | "confirmed" | "cancelled" | "checked_in" | "checked_out" | "no_show" | "expired";
        /** @description The total penalty; overrides the policy. Needs `booking:penalty:override`. */
        PenaltyOverride: {
            /** @constant */
            kind: "waive";
        } | {
            /** @constant */
            kind: "fixed";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
        };
        /** @description The amount to refund. Default: the whole remainder. */
        RefundRequest: {
            amountMinorUnits?: string;
        };
        /** @description What is to change; absent fields stay as they are booked. */
        ChangeQuoteRequest: {
            /** Format: date-time */
            from?: string;
            /** Format: date-time */
            to?: string;
            /** Format: uuid */
            resourceId?: string;
            /** Format: uuid */
            ratePlanId?: string;
            partySize?: number;
            occupancyChildren?: number;
            /** @description One for each of `occupancyChildren`, or of the booked children. */
            childAges?: number[];
            quantity?: number;
            /** @description Exempt lines, each with the reason, beside those of the booking. Needs `booking:tax:exempt`. */
            taxExemptions?: components["schemas"]["TaxExemption"][];
            /** @description A display currency. Alone it is no change. */
            currency?: string;
            /**
             * @description `added_nights` (default): nights that the booking has on the same resource and plan keep their price, but for what extra guests add. `all`: as a new quote.
             * @enum {string}
             */
            reprice?: "added_nights" | "all";
            /** @description Retains nothing of what is removed. Needs `booking:penalty:override`. */
            penalty?: {
                /** @constant */
                kind: "waive";
            };
        };
        /** @description A quoted change. */
        ChangeRequest: {
            changeToken: string;
            /**
             * @description `now` (default): what is due is paid first. `later`: the change is applied, and the amount becomes due.
             * @enum {string}
             */
            settle?: "now" | "later";
        };
        /** @description The fields to change. Metadata is merged; `consents` replaces the list. */
        GuestPatch: {
            name?: string | null;
            phone?: string | null;
            language?: string | null;
            notes?: string | null;
            /** @description Merged: `""` or null removes a key; null instead of the object removes all keys. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            /** @description Replaces the whole list. */
            consents?: {
                purpose: string;
                given: boolean;
                /** Format: date-time */
                at: string;
                source: string;
            }[];
        };
        /** @description The guest whose bookings move, and who no longer exists afterwards. */
        GuestMerge: {
            /** Format: uuid */
            from: string;
        };
        /** @description The booking number, and the address that the link is mailed to if it is the guest’s. */
        GuestLinkRequest: {
            /** @description `reference` of the booking, in any case. */
            reference: string;
            /**
             * Format: email
             * @description The e-mail address of the guest.
             */
            email: string;
        };
        /** @description The penalty that the guest was shown. */
        GuestCancellationRequest: {
            /** @description Minor units of the currency. */
            expectedPenaltyMinorUnits: string;
        };
        /** @description The return addresses after payment and after cancellation. */
        GuestCheckoutRequest: {
            successUrl: string;
            cancelUrl: string;
        };
        /** @description The new dates; an absent one stays as it is booked. */
        GuestChangeQuoteRequest: {
            /** Format: date-time */
            from?: string;
            /** Format: date-time */
            to?: string;
        };
        /** @description A quoted change. */
        GuestChangeRequest: {
            changeToken: string;
        };
        /**
         * @description All bookings together, or a series for each room type or source of bookings.
         * @enum {string}
         */
        MetricsSeries: "total" | "roomType" | "source";
        /** @description The amount to charge; default: the whole amount due. */
        BookingPaymentRequest: {
            amountMinorUnits?: string;
        };
        /** @description The return addresses after payment and after cancellation; without an amount, the whole amount due. */
        BookingCheckoutRequest: {
            amountMinorUnits?: string;
            successUrl: string;
            cancelUrl: string;
        };
        /** @description An offline payment, or an offline refund. */
        OfflinePaymentRequest: {
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            method: components["schemas"]["PaymentMethod"];
            note?: string;
            /** @description True for an offline refund to the guest; at most the amount held. */
            returned?: boolean;
        };
        /**
         * @description The payment method. A payment through the provider is `card`.
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
            /** @description Default: 15:00. */
            checkInTime?: string;
            /** @description Default: 11:00. */
            checkOutTime?: string;
            /** Format: uuid */
            roomTypeId?: string;
            description?: string | null;
            /** @description Search terms for guests, such as `sea_view`; stored in order, without duplicates. */
            features?: string[];
            /** @description By language tag (BCP 47); at most 20,000 characters. */
            translations?: {
                [key: string]: {
                    name?: string;
                    description?: string;
                };
            };
            /** @description The cancellation policy of new bookings. */
            cancellationPolicyCode?: string | null;
            deposit?: components["schemas"]["Deposit"] | null;
        };
        /** @description A part of the total that is paid at the time of booking. */
        Deposit: {
            /** @description The share of the total, in basis points. */
            percentBps: number;
            /** @description The balance is due at 00:00 local time this many days before the arrival date. */
            balanceDueDaysBefore: number;
        };
        /** @description The fields to change; absent fields stay unchanged. */
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
            /** @description Search terms for guests, such as `sea_view`; stored in order, without duplicates. */
            features?: string[];
            /** @description By language tag (BCP 47); at most 20,000 characters. */
            translations?: {
                [key: string]: {
                    name?: string;
                    description?: string;
                };
            };
            /** @description True takes the resource off sale, false puts it back on sale. Existing stays are unchanged. */
            archived?: boolean;
            /** @description The cancellation policy of new bookings. */
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
            /** @description By language tag (BCP 47); at most 1,000 characters. */
            translations?: {
                [key: string]: {
                    name?: string;
                };
            };
        };
        /** @description The rate plans to add or change. */
        RatesUpdate: {
            ratePlans: components["schemas"]["RatePlanEntry"][];
        };
        /** @description A rate plan to create or update; absent fields stay unchanged, or get their defaults on a new plan. */
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
            /** @description The parent of the plan; null ends the derivation. */
            derivedFrom?: components["schemas"]["NewDerivation"] | null;
            /** @description By language tag (BCP 47); at most 1,000 characters. */
            translations?: {
                [key: string]: {
                    name?: string;
                };
            };
            /** @description The cancellation policy of new bookings. */
            cancellationPolicyCode?: string | null;
            deposit?: components["schemas"]["Deposit"] | null;
        };
        /** @description A plan whose nights are those of another plan: × `multiplierBps`, rounded half up, ± `adjustment`. */
        NewDerivation: {
            /** @description The parent: a plan of the same resource. */
            ratePlanCode: string;
            /** @description Added to the scaled night, or subtracted from it; a night is never below 0. */
            adjustment?: {
                /** @enum {string} */
                kind: "add" | "subtract";
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
            };
            /** @default 10000 */
            multiplierBps?: number;
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
            occupancy?: components["schemas"]["OccupancyPricing"] | null;
        };
        /** @description Prices by occupancy. What extra guests pay is added to each night after weekday and season; adults are the party without children, and a child of unknown age counts as age 0. */
        OccupancyPricing: {
            /** @description In the base amount. */
            includedAdults: number;
            /** @description A night for each adult above `includedAdults`. */
            extraAdultMinorUnits: string;
            /** @description Scales the base of a night for one adult without children. Default: 10000. */
            singleAdultMultiplierBps?: number;
            /** @description Children who pay nothing, the dearest first. Default: 0. */
            includedChildren?: number;
            /** @description What a child of these ages pays a night. A child in no band pays nothing. Default: none. */
            children?: {
                fromAge: number;
                toAge: number;
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
            }[];
        };
        /** @description The values, dates and resources of an update. At least one of `nightlyRate` and `restriction`. */
        BulkRatesRequest: {
            /** Format: uuid */
            roomTypeId: string;
            /** @description Default: all resources of the room type. */
            resourceIds?: string[];
            ratePlanCode: string;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description Exclusive.
             */
            to: string;
            /** @description ISO weekdays, 1 is Monday. Default: every day. */
            daysOfWeek?: number[];
            /** @description Null takes the rates of the dates away: the base amount of the plan, or its parent, prices them. */
            nightlyRate?: {
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                /** @description ISO 4217 code. */
                currency: string;
            } | null;
            restriction?: {
                stopSell?: boolean | null;
                minStayNights?: number | null;
                maxStayNights?: number | null;
                closedToArrival?: boolean | null;
                closedToDeparture?: boolean | null;
            };
            /** @description True: only the limits that `restriction` sends are changed; null takes one away. Default: all are replaced. */
            merge?: boolean;
        };
        /** @description All restrictions of each plan in the request. */
        RestrictionsUpdate: {
            restrictions: components["schemas"]["RestrictionEntry"][];
        };
        /** @description A restriction to set. Absent fields do not restrict. */
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
        /** @description A complete tax or fee: absent fields get their defaults. */
        TaxRuleUpdate: {
            name: string;
            /** @enum {string} */
            kind: "tax" | "fee";
            /** @enum {string} */
            basis: "percent" | "per_stay" | "per_night" | "per_person_per_stay" | "per_person_per_night";
            /** @description For `percent` only. */
            rateBps?: string | null;
            of?: ("accommodation" | "accommodation_and_fees" | "all") | null;
            /** @description For a fixed basis: the amount per unit, night or person. An age band of the person overrides it. */
            amountMinorUnits?: string | null;
            /** @description For a fixed basis: the rule applies only to resources of this currency. */
            currency?: string | null;
            /** @description For a basis per person. Bands must not overlap. */
            ageBands?: components["schemas"]["AgeBand"][] | null;
            /** @description Included in prices: it is a part of the accommodation and adds nothing to the total. */
            inclusive?: boolean;
            /**
             * @description `property`: the guest pays it at the property; it is not part of totals, payments or refunds.
             * @enum {string}
             */
            collect?: "online" | "property";
            /** @description Default: true for a tax, false for a fee. */
            refundable?: boolean;
            /** @description Guests may be exempted in bookings by a secret key. */
            exemptible?: boolean;
            /** @description The number of first nights that do not count. */
            skipNights?: number;
            /** @description The maximum number of the remaining nights that count. */
            maxNights?: number | null;
            /** @description The first date that counts. */
            from?: string | null;
            /** @description The day after the last date that counts. */
            to?: string | null;
            /** @description Default: the rule applies to every stay. */
            appliesTo?: components["schemas"]["TaxScope"] | null;
            /** @description Rules are computed in this order, then by code. */
            position?: number;
            enabled?: boolean;
            /** @description By language tag (BCP 47); at most 1,000 characters. */
            translations?: {
                [key: string]: {
                    name?: string;
                };
            };
        };
        /** @description The amount for a person of these ages. */
        AgeBand: {
            /** @description Inclusive. Adults count as age 18. */
            fromAge: number;
            /** @description Inclusive; null: no end. */
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
        /** @description A complete cancellation policy: absent fields get their defaults. */
        CancellationPolicyUpdate: {
            name: string;
            /** @description The local time from which deadlines are counted; null: the check-in time of the resource. */
            referenceTime?: string | null;
            /** @description The time after the confirmation during which cancelling is free. */
            graceMinutes?: number;
            /** @description The grace period requires an arrival at least this many hours after the confirmation. */
            graceMinHoursBefore?: number;
            /** @description From the earliest deadline to the latest. The first step whose deadline is in the future applies. */
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
             * @description From the arrival on, for a no-show.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            noShow: components["schemas"]["Penalty"];
            /** @description By language tag (BCP 47); at most 1,000 characters. */
            translations?: {
                [key: string]: {
                    name?: string;
                };
            };
            /** @description True: the default policy from now on, in place of another one. Absent: false. Rate plans and generic resources without a policy are sold under it. */
            default?: boolean;
        };
        /** @description The step applies until this long before the arrival; then the next one applies. */
        PolicyStep: {
            /** @description Days keep the local time of the arrival; an hour has 3,600 s. */
            before: {
                count: number;
                /** @enum {string} */
                unit: "days" | "hours";
            };
            penalty: components["schemas"]["Penalty"];
        };
        /** @description The penalty of a cancellation, at most the total of the bill. Non-refundable fees and extras are added to every penalty except `none`. */
        Penalty: {
            /** @constant */
            kind: "none";
        } | {
            /** @constant */
            kind: "percent";
            /** @description Basis points; 10000 is 100 %. */
            bps: number;
            /**
             * @description `accommodation`: exclusive taxes are refunded in full; `total`: they are part of the share.
             * @enum {string}
             */
            of: "accommodation" | "total";
        } | {
            /** @constant */
            kind: "nights";
            /** @description The share of the first nights in the accommodation. */
            count: number;
        } | {
            /** @constant */
            kind: "fixed";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /**
         * @description A unit that is `out_of_order` leaves the capacity of reports; with the other kinds it stays.
         * @enum {string}
         */
        BlockKind: "out_of_order" | "owner_stay" | "other";
        /** @description Units to take off sale. */
        BlockRequest: {
            /** Format: uuid */
            resourceId: string;
            /** @description For lodging a date, the first night; otherwise a date-time. */
            from: string;
            /** @description Exclusive: for lodging the date after the last night. */
            to: string;
            /** @description How many units it takes. Default: 1. */
            units?: number;
            kind: components["schemas"]["BlockKind"];
            /** @description Internal: feeds do not have it. */
            note?: string;
        };
        /** @description The fields to change. A date is kept with its time unless one of them is sent. */
        BlockUpdate: {
            /** @description For lodging a date, the first night; otherwise a date-time. */
            from?: string;
            /** @description Exclusive: for lodging the date after the last night. */
            to?: string;
            /** @description How many units it takes. */
            units?: number;
            kind?: components["schemas"]["BlockKind"];
            /** @description Null takes it away. */
            note?: string | null;
        };
        /** @description A feed to create. `excludeConnectionId` excludes events imported through that connection. */
        NewFeedToken: {
            /** @description A label, such as the calendar that reads the feed. */
            name?: string;
            /** Format: uuid */
            excludeConnectionId?: string;
        };
        /** @description The calendar to import. */
        NewChannelConnection: {
            /** @constant */
            channel: "ical";
            /** @description https on port 443 or http on port 80. Private addresses are refused. */
            feedUrl: string;
        };
        /** @description Pauses or resumes the connection. */
        ChannelConnectionChanges: {
            /** @enum {string} */
            status: "active" | "paused";
        };
        /** @description The resource of the calendar. */
        NewChannelListing: {
            /** Format: uuid */
            resourceId: string;
            /** @description The name of the resource in the external calendar. */
            externalListingId?: string;
        };
        /**
         * @description The resolution of a conflict: the guest was relocated, or one of the stays was cancelled.
         * @enum {string}
         */
        ChannelConflictStatus: "open" | "resolved_relocated" | "resolved_cancelled";
        /** @description The resolution of the conflict. */
        ChannelConflictResolution: {
            /** @enum {string} */
            status: "resolved_relocated" | "resolved_cancelled";
            /** @description With `resolved_relocated`: of a change quote of the stay, which is applied. */
            changeToken?: string;
        };
        /** @description The address and event types of an endpoint. */
        NewWebhookEndpoint: {
            /** @description https on port 443. Private addresses are refused. */
            url: string;
            eventTypes: components["schemas"]["WebhookEventType"][];
        };
        /**
         * @description The event types of a subscription.
         * @enum {string}
         */
        WebhookEventType: "reservation.created" | "reservation.confirmed" | "reservation.cancelled" | "reservation.expired" | "reservation.checked_in" | "reservation.checked_out" | "reservation.no_show" | "reservation.updated" | "reservation.changed" | "guest.erased" | "payment.succeeded" | "payment.failed" | "payment.due" | "refund.created" | "refund.failed";
        /** @description The fields to change. */
        WebhookEndpointChanges: {
            enabled?: boolean;
            eventTypes?: components["schemas"]["WebhookEventType"][];
            /** @description https on port 443. Private addresses are refused. */
            url?: string;
        };
        /** @description The complete settings of mails to guests: absent fields get their defaults. */
        MailSettingsUpdate: {
            /**
             * @description False: no mail is sent but the code mail.
             * @default false
             */
            enabled?: boolean;
            /**
             * @description The name of the sender. Default: `propertyName`.
             * @default null
             */
            fromName?: string | null;
            /**
             * @description The address for answers of guests.
             * @default null
             */
            replyTo?: string | null;
            /**
             * @description The languages of the property. A guest whose language is not among them gets the first one.
             * @default [
             *       "en"
             *     ]
             */
            languages?: components["schemas"]["MailLanguage"][];
            /** @description The name in the mails. Required; null only where no settings exist. */
            propertyName: string;
            /** @default null */
            address?: string | null;
            /** @default null */
            phone?: string | null;
            /** @default null */
            website?: string | null;
            /** @default null */
            logoUrl?: string | null;
            /** @default null */
            accentColor?: string | null;
            /**
             * @description The page where guests manage their stay, on one of the `redirectOrigins` of the payment account. http is allowed for localhost in the sandbox.
             * @default null
             */
            manageUrl?: string | null;
            /**
             * @description The days before the arrival of the reminder, which is sent at 10:00 local time; 0: none.
             * @default 0
             */
            reminderDaysBefore?: number;
            /**
             * @description The mailbox of all mails of the sandbox. Without one the sandbox sends none.
             * @default null
             */
            testMailbox?: string | null;
            /**
             * @description Which mails are sent; absent ones are.
             * @default {
             *       "booking_confirmed": true,
             *       "booking_changed": true,
             *       "booking_cancelled": true,
             *       "payment_due": true,
             *       "payment_received": true,
             *       "refund_sent": true,
             *       "stay_reminder": true
             *     }
             */
            mails?: {
                /** @default true */
                booking_confirmed?: boolean;
                /** @default true */
                booking_changed?: boolean;
                /** @default true */
                booking_cancelled?: boolean;
                /** @default true */
                payment_due?: boolean;
                /** @default true */
                payment_received?: boolean;
                /** @default true */
                refund_sent?: boolean;
                /** @default true */
                stay_reminder?: boolean;
            };
            /**
             * @description What guests may do themselves.
             * @default {
             *       "cancel": false,
             *       "changeDates": false,
             *       "pay": false
             *     }
             */
            guestMay?: {
                /** @default false */
                cancel?: boolean;
                /** @default false */
                changeDates?: boolean;
                /** @default false */
                pay?: boolean;
            };
        };
        /**
         * @description The languages of mails to guests.
         * @enum {string}
         */
        MailLanguage: "en" | "de" | "fr" | "es";
        /**
         * @description The kinds of mails to guests.
         * @enum {string}
         */
        MailKind: "booking_confirmed" | "booking_changed" | "booking_cancelled" | "payment_due" | "payment_received" | "refund_sent" | "stay_reminder";
        /** @description A template of a mail in LiquidJS. The variables are listed in the guide on mails. */
        MailTemplateUpdate: {
            /** @description One line. */
            subject: string;
            /** @description The plain text; at most 64 KiB. */
            text: string;
            /** @description The HTML, whole; at most 64 KiB. Without it the HTML part is made from the text. */
            html?: string;
        };
        /** @description The booking that the mail reports. Default: a stay that is made up. */
        MailPreviewRequest: {
            /** Format: uuid */
            reservationId?: string;
        };
        /** @description The kind of mail to send. */
        GuestMailRequest: {
            type: components["schemas"]["MailKind"];
        };
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
        /** @description The password of now, and the one after it. */
        OwnPasswordChange: {
            currentPassword: string;
            newPassword: string;
        };
        /** @description A hold or a booking was created. */
        ReservationCreated: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.created";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description A booking without its guest. */
        ReservationFacts: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference?: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
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
        /** @description A reservation was confirmed. Sent once. */
        ReservationConfirmed: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.confirmed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description A reservation was cancelled. `cancellation` has the retained amount if a policy or penalty applied; refund and amount due are known once the settlement is complete. */
        ReservationCancelled: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.cancelled";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["CancelledFacts"];
            };
        };
        /** @description A cancelled booking without its guest. */
        CancelledFacts: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference?: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
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
        /** @description The amount retained of a cancelled booking or a no-show. */
        BookingCancellation: {
            /** Format: date-time */
            at: string;
            /** @description Null if no policy applied. */
            policyCode: string | null;
            /** @description The index of the policy step that applies, or the name of another rule. */
            step: number | ("afterwards" | "grace" | "no_show" | "override");
            /** @description Minor units of the currency. */
            penaltyMinorUnits: string;
            /** @description The retained part of the payments. */
            keptMinorUnits: string;
            /** @description The amount refunded or pending. Null until it is known; the refund is automatic. */
            refundMinorUnits: string | null;
            /** @description The unpaid part of the penalty. It is not charged automatically. */
            dueMinorUnits: string | null;
            overridden: boolean;
            refunds: components["schemas"]["Refund"][];
        };
        /** @description Pending refunds. */
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
        /** @description A hold expired unpaid, and its units are released. */
        ReservationExpired: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.expired";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description The guests have arrived. */
        ReservationCheckedIn: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.checked_in";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description The guests have left. */
        ReservationCheckedOut: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.checked_out";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description The guests did not come, and the nights are free. */
        ReservationNoShow: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.no_show";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
            };
        };
        /** @description Fields of a booking were changed with PATCH; `changes` are their names. */
        ReservationUpdated: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.updated";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
                /** @description Guest data and notes are named without values. */
                changes: string[];
            };
        };
        /** @description Dates, room, plan, party or units of a stay were changed; `previous` is the stay before. */
        ReservationChanged: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "reservation.changed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ReservationFacts"];
                previous: components["schemas"]["StayOfChange"];
                /** @description The fields that differ. */
                changes: ("from" | "to" | "resourceId" | "ratePlanId" | "partySize" | "quantity" | "totalMinorUnits" | "occupancyChildren" | "childAges" | "taxExemptions")[];
            };
        };
        /** @description A stay before or after a change. */
        StayOfChange: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** Format: uuid */
            resourceId: string;
            ratePlanId: string | null;
            partySize: number;
            quantity: number;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
        };
        /** @description A guest was erased: delete your copies of the data, too. It belongs to no reservation, so its `sequence` is 0. */
        GuestErased: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "guest.erased";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["ErasedGuest"];
            };
        };
        /** @description An erased guest, without any data of the guest. */
        ErasedGuest: {
            /** Format: uuid */
            id: string;
            /** @description The bookings of the guest; absent above about 500, which `GET /v1/guests/{id}/stays` lists. */
            reservationIds?: string[];
        };
        /** @description A payment succeeded. */
        PaymentSucceeded: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "payment.succeeded";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
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
        /** @description A payment failed; its state is `requires_payment` if the guest can try again. */
        PaymentFailed: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "payment.failed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["PaymentFacts"];
            };
        };
        /** @description A later part of the price is due. Sent once, unless it is already paid. */
        PaymentDue: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "payment.due";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
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
        /** @description A refund was created, on request or automatically; see `reason`. */
        RefundCreated: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "refund.created";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["RefundFacts"];
            };
        };
        /** @description Pending refunds, with their reason. */
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
         * @description The reason of the refund: `requested` by the operator; `cancellation` and `no_show` by the terms of the stay; `change` of the stay; `late`: the payment arrived too late for the stay; `provider`: made in the dashboard of the provider.
         * @enum {string}
         */
        RefundReason: "requested" | "cancellation" | "no_show" | "change" | "late" | "provider";
        /** @description A completed refund has failed at the bank; the amount is still held. */
        RefundFailed: {
            /**
             * Format: uuid
             * @description The same for every delivery of the event. Use it to deduplicate.
             */
            id: string;
            /** @constant */
            type: "refund.failed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            livemode: boolean;
            /** @description Increases per reservation, over all event types. */
            sequence: number;
            data: {
                object: components["schemas"]["RefundFacts"];
            };
        };
        /**
         * @description The reason why a stay cannot be sold. Responses list reasons in this order.
         * @enum {string}
         */
        AvailabilityReason: "occupancy_exceeded" | "reserved" | "external_block" | "min_stay" | "max_stay" | "closed_to_arrival" | "closed_to_departure" | "stop_sell";
        /** @description An available stay near the refused one. It is not held, and may be sold before it is quoted. */
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
             * @description Send it unchanged to a quote.
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description For a generic resource: the local days that the stay overlaps. */
            nights: number;
            /** @description The shift of the arrival in days; negative: earlier. */
            shiftDays: number;
            /** @description Exactly the total of a quote at this time. */
            totalMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Null without an exchange rate. */
            displayTotal: components["schemas"]["DisplayTotal"] | null;
        };
        /** @description The total in the display currency. */
        DisplayTotal: {
            amountMinorUnits: string;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /** @description A check that the API answers. */
        Ping: {
            ok: boolean;
            /** Format: date-time */
            ts: string;
        };
        /** @description The availability of a stay, with every reason if it cannot be sold. */
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
            /** @description Present if the request has `alternatives`; empty if the stay is available. */
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
            /** @description Null without a policy: no automatic refund after a cancellation. */
            cancellation: components["schemas"]["QuotedCancellation"] | null;
            /** @description The payment schedule; the first entry confirms the stay. */
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
        /** @description The computation of the total: nights × quantity is the subtotal; the adjustments are unsigned amounts and result in the room total; exclusive lines that are paid online are added. */
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
            /** @description Subtracted from the room total. */
            discountMinorUnits: string;
            /** @description The room total minus the discount, including inclusive lines. */
            accommodationMinorUnits: string;
            lines: components["schemas"]["BillLine"][];
            /** @description Taxes included in the accommodation. */
            includedTaxMinorUnits: string;
            /** @description Exclusive taxes paid online. */
            addedTaxMinorUnits: string;
            /** @description Exclusive fees paid online. */
            feesMinorUnits: string;
            /** @description Extras paid online. */
            extrasMinorUnits: string;
            /** @description The amount that the guest pays at the property; not part of totals. */
            dueAtPropertyMinorUnits: string;
            /** @description The amount charged: accommodation, fees, extras and exclusive taxes. */
            totalMinorUnits: string;
            nights: {
                /** Format: date */
                date: string;
                /** @description Minor units of the currency. */
                baseAmountMinorUnits: string;
                dayOfWeekMultiplierBps: number;
                seasonalMultiplierBps: number;
                /** @description For one adult without children. */
                occupancyMultiplierBps: number;
                /** @description Added by guests whom the base amount does not include; no multiplier acts on it. */
                extraGuestsMinorUnits: string;
                /** @description Base × multipliers + extra guests. Of a derived plan that of the parent, scaled and adjusted. */
                amountMinorUnits: string;
            }[];
        };
        /** @description One item of a price. Lines are in the order of computation. */
        BillLine: {
            id: string;
            /** @enum {string} */
            kind: "discount" | "fee" | "extra" | "tax";
            code: string;
            name: string;
            /** @description Included in the accommodation; adds nothing to the total. */
            inclusive: boolean;
            /**
             * @description `property`: the guest pays it at the property; it is not part of totals, payments or refunds.
             * @enum {string}
             */
            collect: "online" | "property";
            refundable: boolean;
            /** @description The base amount of a percentage. */
            baseMinorUnits: string | null;
            rateBps: string | null;
            /** @description For a fixed amount; null if persons pay different amounts. */
            unitAmountMinorUnits: string | null;
            /** @description The multiplier of the fixed amount: units or paying persons × nights. */
            count: number | null;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @description With a secret key only. `assumed_age:n`: the ages of n children are unknown; `exempt:` with a reason. */
            note?: string | null;
            translations?: components["schemas"]["Translations"];
        };
        /** @description With a secret key only: the texts of a record by language tag. An empty entry says that the record itself is in this language. */
        Translations: {
            [key: string]: {
                name?: string;
                description?: string;
            };
        };
        /** @description The cost of a cancellation, by time. */
        QuotedCancellation: {
            /** @description Null without a policy: a change left the cost. */
            policyCode: string | null;
            policyVersion: number | null;
            /**
             * @description Cancelling is free at all times of the timeline, costs the full amount at all times, or neither.
             * @enum {string}
             */
            refundability: "refundable" | "partially_refundable" | "non_refundable";
            /**
             * Format: date-time
             * @description The arrival time from which deadlines are counted back.
             */
            anchor: string;
            /** @description Null in a quote: the grace period begins with the confirmation. */
            graceUntil: string | null;
            /** @description From now on; the refunds assume that the stay is paid in full. */
            timeline: components["schemas"]["PenaltySpan"][];
            /** @description Minor units of the currency. */
            noShowPenaltyMinorUnits: string;
        };
        /** @description A period with one cancellation cost. */
        PenaltySpan: {
            /** @description Exclusive: from this time on, the next entry applies. Null: no end. */
            until: string | null;
            /** @description Minor units of the currency. */
            penaltyMinorUnits: string;
            /** @description The amount refunded of the payments. */
            refundMinorUnits: string;
        };
        /** @description An amount and when it is due. */
        ScheduledPayment: {
            /**
             * @description `stay`: the whole price; `deposit` confirms the stay, `balance` is the rest; `change`: all that a change of the stay left to be paid, with what it retained beside the total.
             * @enum {string}
             */
            purpose: "stay" | "deposit" | "balance" | "change";
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** Format: date-time */
            dueAt: string;
        };
        /** @description A stay without guest data, for guest-facing pages. */
        Reservation: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
            version: number;
        };
        /** @description The code was sent. */
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
        /** @description The data for the payment provider’s browser client. `clientSecret` is for the paying guest only. */
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
             * @description The time to which all values on the page refer.
             */
            asOf: string;
            /** @description The number of resources evaluated for this page. */
            evaluated: number;
            results: components["schemas"]["SearchResult"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A resource with its best stay for the search. */
        SearchResult: {
            resource: components["schemas"]["FoundResource"];
            /**
             * Format: date-time
             * @description Send it unchanged to a quote.
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description For a generic resource: the local days that the stay overlaps. */
            nights: number;
            /** @description The same as in availability; does not depend on a price. */
            available: boolean;
            reasons: components["schemas"]["AvailabilityReason"][];
            unitsLeft: number;
            /** @description True if there is an offer. */
            bookable: boolean;
            cheapest: components["schemas"]["Offer"] | null;
            /** @description With `plans: all`: all enabled plans, by code. */
            offers: components["schemas"]["Offer"][];
            problems: ("no_pricing_rule" | "party_not_divisible" | "fx_rate_unavailable")[];
            /** @description Empty when available. */
            alternatives: components["schemas"]["Alternative"][];
        };
        /** @description A resource in a search result. */
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
            /** @description Search terms for guests, in order. */
            features: string[];
            /** @description Null for a generic resource. */
            roomType: components["schemas"]["RoomType"] | null;
            translations?: components["schemas"]["Translations"];
        };
        /** @description The common properties of rooms of one kind. */
        RoomType: {
            /** Format: uuid */
            id: string;
            code: string;
            name: string;
            maxOccupancy: number;
            maxAdults: number;
            maxChildren: number;
            translations?: components["schemas"]["Translations"];
        };
        /** @description A rate plan for the stay. A plan that refuses it has reasons and no totals. */
        Offer: {
            ratePlanId: string | null;
            ratePlanCode: string | null;
            name: string | null;
            available: boolean;
            reasons: components["schemas"]["AvailabilityReason"][];
            /** @description Exactly the total of a quote at this time. */
            totalMinorUnits: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            displayTotal: components["schemas"]["DisplayTotal"] | null;
            /** @description The total per night and unit. */
            averageNightMinorUnits: string | null;
            /** @description Minor units of the currency. */
            dueAtPropertyMinorUnits: string;
            refundability: ("refundable" | "partially_refundable" | "non_refundable") | null;
            /** @description The end of free cancellation. */
            freeUntil: string | null;
            translations?: components["schemas"]["Translations"];
        };
        /** @description The booking and its open payment. */
        BookingWithPayment: {
            booking: components["schemas"]["BookingWithTerms"];
            /** @description Null if the stay is paid offline or at the property, or no payment is open any more. */
            payment: components["schemas"]["PaymentHandle"] | null;
            /** @description With `currency`: the display total at the time of booking. */
            displayTotal?: components["schemas"]["DisplayTotal"];
            fx?: components["schemas"]["ExchangeRate"];
        };
        /** @description A booking with its itemised price and conditions. */
        BookingWithTerms: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
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
            /** @description Your own reference of the booking. */
            externalReference: string | null;
            /** @description Your own data on the booking. */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own notes. */
            notes: string | null;
            /** @description The profile of the guest. Null until the guest has verified an address. */
            guestId: string | null;
            /** @description Null in an unverified hold. */
            guestEmail: string | null;
            guestName: string | null;
            guestPhone: string | null;
            /** @description A language tag of BCP 47. */
            guestLanguage: string | null;
            /** @description When the guest arrives, `HH:MM` in the time zone of the stay. */
            arrivalTime: string | null;
            /** @description The guest’s message to the property. */
            guestMessage: string | null;
            /** @description The `reason` of the last requested transition. */
            moveReason: string | null;
            /** @description The itemised price at the time of sale. Null if it was too long for the quote of the hold. */
            bill: components["schemas"]["Bill"] | null;
            /** @description The policy at the time of sale. Null: no automatic refund after a cancellation. */
            cancellationPolicy: components["schemas"]["SoldCancellationPolicy"] | null;
            /** @description The payment schedule; null if `bill` is null. Without a deposit all is due at the sale, or on arrival. */
            schedule: components["schemas"]["ScheduledPayment"][] | null;
            /**
             * @description The payment after the sale; `none` without one, and after a cancellation, an expiry or a no-show.
             * @enum {string}
             */
            balanceState: "none" | "scheduled" | "due" | "paid";
            /** @description The amount that the guest pays at the property; not part of the total. */
            dueAtPropertyMinorUnits: string;
            /** @description The amount retained by the cancellation; null where nothing decided. */
            cancellation: components["schemas"]["BookingCancellation"] | null;
        };
        /** @description The itemised price of a stay at the time of sale. */
        Bill: {
            /** @description ISO 4217 code. */
            currency: string;
            quantity: number;
            /** @description The price of one unit. */
            nights: {
                /** Format: date */
                date: string;
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                /** @description The part of the amount that extra guests add; absent where they add nothing. */
                extraGuestsMinorUnits?: string;
            }[];
            /** @description The ages with which the stay was priced; absent where none were given. */
            childAges?: number[];
            leadTimeMultiplierBps: number;
            lengthOfStayMultiplierBps: number;
            /** @description The nights of all units, after both adjustments. */
            roomMinorUnits: string;
            /** @description Subtracted from the room total. */
            discountMinorUnits: string;
            /** @description The room total minus the discount, including inclusive lines. */
            accommodationMinorUnits: string;
            lines: components["schemas"]["BillLine"][];
            /** @description Taxes included in the accommodation. */
            includedTaxMinorUnits: string;
            /** @description Exclusive taxes paid online. */
            addedTaxMinorUnits: string;
            /** @description Exclusive fees paid online. */
            feesMinorUnits: string;
            /** @description Extras paid online. */
            extrasMinorUnits: string;
            /** @description The amount that the guest pays at the property; not part of totals. */
            dueAtPropertyMinorUnits: string;
            /** @description The amount charged: accommodation, fees, extras and exclusive taxes. */
            totalMinorUnits: string;
        };
        /** @description The cancellation policy that a booking was sold with. */
        SoldCancellationPolicy: {
            code: string;
            name: string;
            /** @description Increases with every change of the terms. A booking keeps the version at the time of sale. */
            version: number;
            /** @description The local time from which deadlines are counted; null: the check-in time of the resource. */
            referenceTime: string | null;
            /** @description The time after the confirmation during which cancelling is free. */
            graceMinutes: number;
            /** @description The grace period requires an arrival at least this many hours after the confirmation. */
            graceMinHoursBefore: number;
            /** @description From the earliest deadline to the latest. The first step whose deadline is in the future applies. */
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
             * @description From the arrival on, for a no-show.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            noShow: components["schemas"]["Penalty"];
            translations?: components["schemas"]["Translations"];
        };
        /** @description A page of bookings. */
        BookingPage: {
            bookings: components["schemas"]["Booking"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A stay with its guest, for the operator, as a list shows it. */
        Booking: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
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
            /** @description Your own reference of the booking. */
            externalReference: string | null;
            /** @description Your own data on the booking. */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own notes. */
            notes: string | null;
            /** @description The profile of the guest. Null until the guest has verified an address. */
            guestId: string | null;
            /** @description Null in an unverified hold. */
            guestEmail: string | null;
            guestName: string | null;
            guestPhone: string | null;
            /** @description A language tag of BCP 47. */
            guestLanguage: string | null;
            /** @description When the guest arrives, `HH:MM` in the time zone of the stay. */
            arrivalTime: string | null;
            /** @description The guest’s message to the property. */
            guestMessage: string | null;
            /** @description The `reason` of the last requested transition. */
            moveReason: string | null;
            /**
             * @description The payment after the sale; `none` without one, and after a cancellation, an expiry or a no-show.
             * @enum {string}
             */
            balanceState: "none" | "scheduled" | "due" | "paid";
            /** @description The amount that the guest pays at the property; not part of the total. */
            dueAtPropertyMinorUnits: string;
        };
        /** @description A page of a booking’s history. */
        HistoryPage: {
            entries: components["schemas"]["HistoryEntry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description One entry in the history of a booking. Entries never change. */
        HistoryEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            action: components["schemas"]["HistoryAction"];
            /** @description The version of the booking after this change. */
            version: number;
            actor: components["schemas"]["HistoryActor"];
            /** @description As in X-Request-Id; null without a request. */
            requestId: string | null;
            /** @description Guest data, notes and metadata are shown as `set` or null, tax exemptions by their codes. */
            changes: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
            note: string | null;
        };
        /**
         * @description The history of a booking.
         * @enum {string}
         */
        HistoryAction: "created" | "guest_verified" | "payment_opened" | "payment_failed" | "payment_succeeded" | "confirmed" | "checked_in" | "checked_out" | "no_show" | "cancelled" | "expired" | "changed" | "change_awaits_payment" | "change_ended" | "refunded" | "refund_failed" | "updated" | "erased" | "relocated";
        /** @description The actor. */
        HistoryActor: {
            /** @enum {string} */
            kind: "secret_key" | "publishable_key" | "operator" | "guest" | "provider" | "system" | "platform";
            /** @description Of the key, the operator or the provider’s event, or the name of a timer. Null for a guest, and for a payment that was read before its event arrived. */
            id: string | null;
            /** @description The name of the key, null once it is revoked, or of the operator, else the address. Null for others. */
            label: string | null;
        };
        /** @description The cost of cancelling the booking now; the amounts are null where nothing decides. */
        CancellationPreview: {
            /** @description True if the booking can be cancelled. */
            legal: boolean;
            from: components["schemas"]["ReservationState"];
            allowed: components["schemas"]["ReservationState"][];
            version: number;
            /** Format: date-time */
            at: string;
            timeline: components["schemas"]["PenaltySpan"][];
            penaltyMinorUnits: string | null;
            refundMinorUnits: string | null;
            dueMinorUnits: string | null;
            step: (number | ("afterwards" | "grace" | "no_show" | "override")) | null;
            /** @description The next deadline. */
            validUntil: string | null;
            /** @description `no_policy`: no terms say what a cancellation keeps or returns. Null for holds: all goes back. */
            reason: "no_policy" | null;
        };
        /** @description Pending refunds. */
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
            /** @description If the amount exceeds one payment: the refunds of all payments, each with its state. One that the provider rejected is `failed`, its amount still held. The record itself is the newest one not rejected. */
            others?: components["schemas"]["Refund"][];
        };
        /** @description What a change of a stay would cost, promised until `expiresAt`. Nothing is stored. */
        ChangeQuote: {
            /** Format: uuid */
            bookingId: string;
            /** @description Of the booking. The change is refused at any other. */
            version: number;
            /** Format: date-time */
            expiresAt: string;
            changeToken: string;
            current: components["schemas"]["StayOfChange"];
            proposed: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                /** Format: uuid */
                resourceId: string;
                ratePlanId: string | null;
                partySize: number;
                quantity: number;
                /** @description Minor units of the currency. */
                totalMinorUnits: string;
                priceBreakdown: components["schemas"]["PriceBreakdown"];
                bill: components["schemas"]["Bill"];
                cancellation: components["schemas"]["QuotedCancellation"] | null;
                schedule: components["schemas"]["ScheduledPayment"][];
                /** @description With `currency`. */
                displayTotal?: components["schemas"]["DisplayTotal"];
                fx?: components["schemas"]["ExchangeRate"];
            };
            /** @description The fields that differ. */
            changes: ("from" | "to" | "resourceId" | "ratePlanId" | "partySize" | "quantity" | "totalMinorUnits" | "occupancyChildren" | "childAges" | "taxExemptions")[];
            /** @description By how much the price falls. */
            removedMinorUnits: string;
            /** @description The part of it that is kept: at most what a cancellation would cost now, less what earlier changes retained. */
            retainedMinorUnits: string;
            /** @description The new total and what this change retains, less the previous total. */
            difference: {
                /** @enum {string} */
                kind: "charge" | "refund" | "none";
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
            };
            /** @description What goes back; for a booking paid offline, what the operator hands back. */
            refundMinorUnits: string;
            /** @description All that is due after the change. */
            dueMinorUnits: string;
        };
        /** @description The booking, its change, and the money that moves. */
        ChangedBooking: {
            booking: components["schemas"]["BookingWithTerms"];
            change: components["schemas"]["StayChange"];
            /** @description While the change awaits its payment. */
            payment: components["schemas"]["PaymentHandle"] | null;
            /** @description Those of the change. */
            refunds: components["schemas"]["Refund"][];
        };
        /** @description A change of a stay. */
        StayChange: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            bookingId: string;
            /** @enum {string} */
            state: "applied" | "awaiting_payment" | "expired" | "cancelled" | "refused";
            /** @enum {string} */
            settle: "now" | "later";
            /** Format: date-time */
            createdAt: string;
            /** @description While it awaits its payment. */
            expiresAt: string | null;
            /** @description The fields that differ. */
            changes: ("from" | "to" | "resourceId" | "ratePlanId" | "partySize" | "quantity" | "totalMinorUnits" | "occupancyChildren" | "childAges" | "taxExemptions")[];
            previous: components["schemas"]["StayOfChange"];
            proposed: components["schemas"]["StayOfChange"];
            /** @description By how much the price falls. */
            removedMinorUnits: string;
            /** @description The part of it that is kept: at most what a cancellation would cost now, less what earlier changes retained. */
            retainedMinorUnits: string;
            /** @description What goes back; for a booking paid offline, what the operator hands back. */
            refundMinorUnits: string;
            /** @description All that is due after the change. */
            dueMinorUnits: string;
        };
        /** @description A page of the changes of a booking. */
        StayChangePage: {
            changes: components["schemas"]["StayChange"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of guests. */
        GuestPage: {
            guests: components["schemas"]["Guest"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description The profile of one e-mail address, which the bookings of the address share. */
        Guest: {
            /** Format: uuid */
            id: string;
            /** @description In lower case. Null once the guest is erased. */
            email: string | null;
            /** @description When a code that was mailed to the address was last entered; null if never. */
            verifiedAt: string | null;
            name: string | null;
            phone: string | null;
            /** @description A language tag of BCP 47. */
            language: string | null;
            /** @description Your own notes. */
            notes: string | null;
            /** @description Your own data on the guest. */
            metadata: {
                [key: string]: string;
            };
            consents: {
                purpose: string;
                given: boolean;
                /** Format: date-time */
                at: string;
                /** @description Where the guest said it. */
                source: string;
            }[];
            /** @description The number of linked bookings in any state. */
            staysCount: number;
            /** @description The earliest start of a linked booking. */
            firstStayAt: string | null;
            /** @description The latest start of a linked booking. */
            lastStayAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Also the time at which a booking was last linked.
             */
            updatedAt: string;
            erasedAt: string | null;
        };
        /** @description A page of the bookings of a guest. */
        GuestStayPage: {
            bookings: components["schemas"]["GuestStay"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A booking of a guest. */
        GuestStay: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
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
            /** @description Your own reference of the booking. */
            externalReference: string | null;
            /** @description Your own data on the booking. */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own notes. */
            notes: string | null;
            /** @description The profile of the guest. Null until the guest has verified an address. */
            guestId: string | null;
            /** @description Null in an unverified hold. */
            guestEmail: string | null;
            guestName: string | null;
            guestPhone: string | null;
            /** @description A language tag of BCP 47. */
            guestLanguage: string | null;
            /** @description When the guest arrives, `HH:MM` in the time zone of the stay. */
            arrivalTime: string | null;
            /** @description The guest’s message to the property. */
            guestMessage: string | null;
            /** @description The `reason` of the last requested transition. */
            moveReason: string | null;
            /**
             * @description The payment after the sale; `none` without one, and after a cancellation, an expiry or a no-show.
             * @enum {string}
             */
            balanceState: "none" | "scheduled" | "due" | "paid";
            /** @description The amount that the guest pays at the property; not part of the total. */
            dueAtPropertyMinorUnits: string;
            /** @description Whether the guest has proved that the address of the booking is theirs. */
            verified: boolean;
        };
        /** @description All data of a guest, as one document. */
        GuestExport: {
            /** Format: date-time */
            exportedAt: string;
            guest: components["schemas"]["Guest"];
            /** @description Every booking of the guest, oldest first. */
            stays: {
                booking: {
                    /** Format: uuid */
                    id: string;
                    /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
                    reference: string;
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
                    /** @description The end of the hold; null once confirmed. */
                    holdExpiresAt: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    /** @description Increases with every change of the booking. */
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
                    /** @description Your own reference of the booking. */
                    externalReference: string | null;
                    /** @description Your own data on the booking. */
                    metadata: {
                        [key: string]: string;
                    };
                    /** @description Your own notes. */
                    notes: string | null;
                    /** @description The profile of the guest. Null until the guest has verified an address. */
                    guestId: string | null;
                    /** @description Null in an unverified hold. */
                    guestEmail: string | null;
                    guestName: string | null;
                    guestPhone: string | null;
                    /** @description A language tag of BCP 47. */
                    guestLanguage: string | null;
                    /** @description When the guest arrives, `HH:MM` in the time zone of the stay. */
                    arrivalTime: string | null;
                    /** @description The guest’s message to the property. */
                    guestMessage: string | null;
                    /** @description The `reason` of the last requested transition. */
                    moveReason: string | null;
                    /** @description The itemised price at the time of sale. Null if it was too long for the quote of the hold. */
                    bill: components["schemas"]["Bill"] | null;
                    /** @description The policy at the time of sale. Null: no automatic refund after a cancellation. */
                    cancellationPolicy: components["schemas"]["SoldCancellationPolicy"] | null;
                    /** @description The payment schedule; null if `bill` is null. Without a deposit all is due at the sale, or on arrival. */
                    schedule: components["schemas"]["ScheduledPayment"][] | null;
                    /**
                     * @description The payment after the sale; `none` without one, and after a cancellation, an expiry or a no-show.
                     * @enum {string}
                     */
                    balanceState: "none" | "scheduled" | "due" | "paid";
                    /** @description The amount that the guest pays at the property; not part of the total. */
                    dueAtPropertyMinorUnits: string;
                    /** @description The amount retained by the cancellation; null where nothing decided. */
                    cancellation: components["schemas"]["BookingCancellation"] | null;
                    /** @description Whether the guest has proved that the address of the booking is theirs. */
                    verified: boolean;
                };
                payments: components["schemas"]["BookingPayments"];
                history: components["schemas"]["HistoryEntry"][];
                /** @description The mails that were sent to the guest about the booking. */
                mails: {
                    kind: string;
                    /** Format: date-time */
                    sentAt: string;
                }[];
            }[];
        };
        /** @description The payments, refunds and amounts of one booking. */
        BookingPayments: {
            /** Format: uuid */
            reservationId: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units of the currency. */
            totalMinorUnits: string;
            /** @description The part of the payments that the terms of an ended stay keep; until its end, what changes retained. */
            retainedMinorUnits: string;
            /** @description The amount retained by the terms of a cancelled stay or no-show; null if they do not define one. */
            penaltyMinorUnits: string | null;
            /** @description The sum of all payments. */
            collectedMinorUnits: string;
            /** @description The sum of all refunds that have not failed, including pending ones. */
            returnedMinorUnits: string;
            /** @description The amount that may be charged now. A refund by the operator does not increase it. */
            dueMinorUnits: string;
            /** @description The amount owed to the guest that has no pending refund: rejected by the provider, or paid offline. */
            owedMinorUnits: string;
            /** @description The part of the payments of a cancelled, no-show or expired stay that no terms keep or return: the operator decides. There, collected − returned − retained − owed − undecided is 0. `0` for every other booking. */
            undecidedMinorUnits: string;
            /** @description The payment schedule. */
            schedule: components["schemas"]["ScheduledPayment"][];
            /** @description Oldest first, including failed ones. */
            payments: components["schemas"]["PaymentEntry"][];
            /** @description Oldest first, including failed ones. */
            refunds: components["schemas"]["RefundEntry"][];
        };
        /** @description One payment of a booking, or one attempt at it. */
        PaymentEntry: {
            /** Format: uuid */
            id: string;
            purpose: components["schemas"]["PaymentPurpose"];
            method: components["schemas"]["PaymentMethod"];
            /** @description Null for an offline payment, and for a payment page that the guest has not used. */
            providerPaymentIntentId: string | null;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            state: components["schemas"]["PaymentState"];
            /** Format: date-time */
            createdAt: string;
            /** @description A note of the operator on an offline payment. */
            note: string | null;
            /** @description An offline refund by the operator; it counts as returned. */
            returned: boolean;
        };
        /**
         * @description The purpose of a payment: the `stay` or its `deposit`, which confirm the stay; the `balance` of a confirmed stay; a `change` of it; the `penalty` of a cancellation or no-show.
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
        /** @description An export to be fetched. */
        GuestExportAccepted: {
            /** Format: uuid */
            exportId: string;
        };
        /** @description What an erasure removed, and what remains. */
        GuestErasure: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            erasedAt: string;
            /** @description The fields that held data. */
            erased: string[];
            /** @description What is kept, and why. */
            remains: {
                what: string;
                why: string;
                /** @description When it is deleted; null if never. */
                until: string | null;
            }[];
            /** @description Where other systems know the guest: erase it there, too. */
            elsewhere: {
                /** @enum {string} */
                system: "payment_provider";
                accountId: string;
                paymentIntentIds: string[];
            }[];
        };
        /** @description A link with which the guest sees and manages the booking. */
        GuestLink: {
            /** @description `manageUrl` with the token; null where the mail settings have no `manageUrl`. */
            url: string | null;
            /** @description The value of the header Guest-Token. */
            token: string;
            /**
             * Format: date-time
             * @description 30 days after the end of the stay.
             */
            expiresAt: string;
        };
        /** @description The request is accepted. */
        AcceptedLinkRequest: {
            /** @constant */
            accepted: true;
        };
        /** @description A booking as its guest sees it. */
        ManagedBooking: {
            booking: components["schemas"]["StayOfGuest"];
            property: components["schemas"]["PropertyOfGuest"];
            bill: components["schemas"]["BillOfGuest"] | null;
            schedule: components["schemas"]["ScheduledPayment"][];
            payments: components["schemas"]["PaymentsOfGuest"];
            cancellation: components["schemas"]["CancellationOfGuest"];
            may: components["schemas"]["GuestMay"];
        };
        /** @description A booking, for its guest. */
        StayOfGuest: {
            /** Format: uuid */
            id: string;
            /** @description The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never changes. */
            reference: string;
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
            /** @description The end of the hold; null once confirmed. */
            holdExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Increases with every change of the booking. */
            version: number;
            quantity: number;
            occupancyAdults: number | null;
            occupancyChildren: number;
            /** @description The time zone of the property. */
            timezone: string;
            /** @description Null if the resource no longer exists. */
            resourceName: string | null;
            translations?: {
                [key: string]: {
                    resourceName?: string;
                };
            };
        };
        /** @description The property, from the mail settings; null where they do not say. */
        PropertyOfGuest: {
            name: string | null;
            address: string | null;
            phone: string | null;
            website: string | null;
            logoUrl: string | null;
            accentColor: string | null;
        };
        /** @description The itemised price of a stay at the time of sale, for the guest. */
        BillOfGuest: {
            /** @description ISO 4217 code. */
            currency: string;
            quantity: number;
            /** @description The price of one unit. */
            nights: {
                /** Format: date */
                date: string;
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                /** @description The part of the amount that extra guests add; absent where they add nothing. */
                extraGuestsMinorUnits?: string;
            }[];
            /** @description The ages with which the stay was priced; absent where none were given. */
            childAges?: number[];
            leadTimeMultiplierBps: number;
            lengthOfStayMultiplierBps: number;
            /** @description The nights of all units, after both adjustments. */
            roomMinorUnits: string;
            /** @description Subtracted from the room total. */
            discountMinorUnits: string;
            /** @description The room total minus the discount, including inclusive lines. */
            accommodationMinorUnits: string;
            lines: {
                id: string;
                /** @enum {string} */
                kind: "discount" | "fee" | "extra" | "tax";
                code: string;
                name: string;
                /** @description Included in the accommodation; adds nothing to the total. */
                inclusive: boolean;
                /**
                 * @description `property`: the guest pays it at the property; it is not part of totals, payments or refunds.
                 * @enum {string}
                 */
                collect: "online" | "property";
                refundable: boolean;
                /** @description The base amount of a percentage. */
                baseMinorUnits: string | null;
                rateBps: string | null;
                /** @description For a fixed amount; null if persons pay different amounts. */
                unitAmountMinorUnits: string | null;
                /** @description The multiplier of the fixed amount: units or paying persons × nights. */
                count: number | null;
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
                translations?: components["schemas"]["Translations"];
            }[];
            /** @description Taxes included in the accommodation. */
            includedTaxMinorUnits: string;
            /** @description Exclusive taxes paid online. */
            addedTaxMinorUnits: string;
            /** @description Exclusive fees paid online. */
            feesMinorUnits: string;
            /** @description Extras paid online. */
            extrasMinorUnits: string;
            /** @description The amount that the guest pays at the property; not part of totals. */
            dueAtPropertyMinorUnits: string;
            /** @description The amount charged: accommodation, fees, extras and exclusive taxes. */
            totalMinorUnits: string;
        };
        /** @description The money of a booking, for its guest. */
        PaymentsOfGuest: {
            /** @description The sum of all payments. */
            collectedMinorUnits: string;
            /** @description The sum of all refunds, including pending ones. */
            returnedMinorUnits: string;
            /** @description The amount that is due now. */
            dueMinorUnits: string;
            /** @description The amount owed to the guest, without a pending refund. */
            owedMinorUnits: string;
            /** @description Oldest first: those that succeeded. */
            payments: components["schemas"]["PaymentOfGuest"][];
            /** @description Oldest first, without failed ones. */
            refunds: components["schemas"]["RefundOfGuest"][];
        };
        /** @description One payment of a booking, for its guest. */
        PaymentOfGuest: {
            purpose: components["schemas"]["PaymentPurpose"];
            method: components["schemas"]["PaymentMethod"];
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            state: components["schemas"]["PaymentState"];
            /** Format: date-time */
            createdAt: string;
            /** @description An offline refund by the operator; it counts as returned. */
            returned: boolean;
        };
        /** @description One refund of a booking, for its guest. */
        RefundOfGuest: {
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The cost of cancelling the booking now; the amounts are null where nothing decides. */
        CancellationOfGuest: {
            /** @description True if the booking can be cancelled. */
            legal: boolean;
            /** Format: date-time */
            at: string;
            /** @description Empty where nothing decides. */
            timeline: components["schemas"]["PenaltySpan"][];
            penaltyMinorUnits: string | null;
            refundMinorUnits: string | null;
            dueMinorUnits: string | null;
            /** @description The next deadline. */
            validUntil: string | null;
            /** @description What was kept; null where nothing decided. */
            cancelled: components["schemas"]["CancelledForGuest"] | null;
        };
        /** @description The amounts of a cancelled booking or a no-show, for the guest. */
        CancelledForGuest: {
            /** Format: date-time */
            at: string;
            /** @description Minor units of the currency. */
            penaltyMinorUnits: string;
            /** @description The retained part of the payments. */
            keptMinorUnits: string;
            /** @description The amount refunded or pending. Null until it is known; the refund is automatic. */
            refundMinorUnits: string | null;
            /** @description The unpaid part of the penalty. It is not charged automatically. */
            dueMinorUnits: string | null;
        };
        /** @description What the guest may do now: by `guestMay` of the mail settings, and by the booking. */
        GuestMay: {
            /** @description The booking can be cancelled by the guest now. */
            cancel: boolean;
            /** @description The dates can be changed by the guest now. */
            changeDates: boolean;
            /** @description The guest can pay the amount that is due. */
            pay: boolean;
        };
        /** @description A booking that its guest has cancelled. `refundMinorUnits` is null until it is known. */
        CancelledByGuest: {
            booking: components["schemas"]["StayOfGuest"];
            cancelled: components["schemas"]["CancelledForGuest"] | null;
        };
        /** @description A payment page of the provider for the amount due of a booking. */
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
        /** @description A booking whose dates its guest has changed. */
        ChangedByGuest: {
            booking: components["schemas"]["StayOfGuest"];
            change: components["schemas"]["StayChange"];
            /** @description While the change awaits its payment. */
            payment: components["schemas"]["PaymentHandle"] | null;
            /** @description Those of the change. */
            refunds: components["schemas"]["RefundOfGuest"][];
        };
        /** @description The report of a period. Rates are in basis points: 10000 is 100 %. */
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
                /** @description `capacityNights` without imported blocks. */
                roomNightsAvailable: number;
                /** @description Units times nights, without those out of order. */
                capacityNights: number;
                outOfOrderNights: number;
                /** @description By blocks of the kinds `owner_stay` and `other`. */
                blockedNights: number;
                occupancyBps: number;
                /** @description Minor units of the currency. */
                adrMinorUnits: string;
                /** @description Minor units of the currency. */
                revparMinorUnits: string;
                /** @description The amount collected on the days of the period, for all bookings. */
                collectedMinorUnits: string;
                /** @description The amount refunded on the days of the period. */
                returnedMinorUnits: string;
                cashNetMinorUnits: string;
                /** @description The amounts retained, by their terms, of cancellations and no-shows in the period. */
                retainedMinorUnits: string;
                /** @description Revenue of the nights without inclusive taxes; spread over the nights, like the amounts below. */
                accommodationNetMinorUnits: string;
                /** @description Minor units of the currency. */
                feesMinorUnits: string;
                /** @description Minor units of the currency. */
                extrasMinorUnits: string;
                /** @description Inclusive and exclusive taxes, paid online. */
                taxMinorUnits: string;
                /** @description Taxes paid at the property. */
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
        /** @description Revenue and occupancy by date. */
        DailyMetrics: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            by: components["schemas"]["MetricsSeries"];
            series: {
                /** @description `total`; the id of a room type, or `generic` for resources without one; or a source of bookings. */
                key: string;
                /** @description The name of the room type; otherwise null. */
                label: string | null;
                /** @description ISO 4217 code. */
                currency: string;
                days: components["schemas"]["DailyFigures"][];
            }[];
        };
        /** @description The figures of one date, as `MetricsSummary` has them of a period. */
        DailyFigures: {
            /** Format: date */
            date: string;
            roomNightsSold: number;
            roomNightsAvailable: number;
            occupancyBps: number;
            /** @description Minor units of the currency. */
            revenueMinorUnits: string;
            /** @description Minor units of the currency. */
            adrMinorUnits: string;
            /** @description Minor units of the currency. */
            revparMinorUnits: string;
            /** @description Bookings that begin on the date, without no-shows. */
            arrivals: number;
            /** @description Bookings that end on the date, without no-shows. */
            departures: number;
        };
        /** @description What is on the books now, and what was at an earlier moment, by date. */
        Pickup: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** Format: date-time */
            since: string;
            currencies: {
                /** @description ISO 4217 code. */
                currency: string;
                days: components["schemas"]["PickupDay"][];
            }[];
        };
        /** @description The nights and the revenue of one date, now and then. */
        PickupDay: {
            /** Format: date */
            date: string;
            /** @description Sold now. */
            roomNights: number;
            /** @description Sold at `since`. */
            roomNightsThen: number;
            /** @description Minor units of the currency. */
            revenueMinorUnits: string;
            /** @description Minor units of the currency. */
            revenueThenMinorUnits: string;
            /** @description Nights of bookings that had fewer, or none, on the date at `since`. */
            added: number;
            /** @description Nights of bookings that had more on the date at `since`: `roomNightsThen + added - lost` is `roomNights`. */
            lost: number;
        };
        /** @description The account that receives the payments of guests, in the mode of the key. */
        PaymentAccount: {
            /** @constant */
            provider: "stripe";
            /** @description The connected account of the provider. */
            accountId: string;
            /** @description The origins to which guests may return from a payment page. */
            redirectOrigins: string[];
            /** @description Whether the account can take payments; true while the provider cannot be reached. */
            canCharge: boolean;
        };
        /** @description A page of resources. */
        ResourcePage: {
            resources: components["schemas"]["Resource"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A bookable resource. */
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
            /** @description The number of identical units of the resource. */
            units: number;
            photoUrls: string[];
            /** @description Check-in time, local. */
            checkInTime: string;
            /** @description Check-out time, local. */
            checkOutTime: string;
            description: string | null;
            /** @description Search terms for guests, in order. */
            features: string[];
            /** @description The time at which it was taken off sale; null: on sale. */
            archivedAt: string | null;
            /** @description For a generic resource only; a lodging resource uses the policies of its plans. */
            cancellationPolicyCode: string | null;
            /** @description For a generic resource only. */
            deposit: components["schemas"]["Deposit"] | null;
            /** @description Null for a generic resource. */
            roomType: components["schemas"]["RoomType"] | null;
            ratePlans: components["schemas"]["RatePlan"][];
            translations?: components["schemas"]["Translations"];
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
            /** @description Null: the plan has prices of its own. */
            derivedFrom: components["schemas"]["Derivation"] | null;
            /** @description Null: no automatic refund after a cancellation. `isRefundable` is only a label; this policy is binding. */
            cancellationPolicyCode: string | null;
            /** @description Null: the whole amount is paid at the time of booking. */
            deposit: components["schemas"]["Deposit"] | null;
            translations?: components["schemas"]["Translations"];
        };
        /** @description A plan whose nights are those of another plan: × `multiplierBps`, rounded half up, ± `adjustment`. */
        Derivation: {
            /** @description The parent: a plan of the same resource. */
            ratePlanCode: string;
            /** @description Added to the scaled night, or subtracted from it; a night is never below 0. */
            adjustment?: {
                /** @enum {string} */
                kind: "add" | "subtract";
                /** @description Minor units of the currency. */
                amountMinorUnits: string;
            };
            multiplierBps: number;
        };
        /** @description A page of room types. */
        RoomTypePage: {
            roomTypes: components["schemas"]["RoomType"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description Every rate plan of the resource; with dates, its nightly rates too. */
        Rates: {
            /** Format: uuid */
            resourceId: string;
            ratePlans: components["schemas"]["RatePlan"][];
            nightlyRates?: components["schemas"]["NightlyRate"][];
        };
        /** @description The price of a night before weekday, season and occupancy. */
        NightlyRate: {
            ratePlanCode: string;
            /** Format: date */
            date: string;
            /** @description Minor units of the currency. */
            amountMinorUnits: string;
            /**
             * @description `override` is the rate of the date, `base` the base amount of the plan, `derived` the amount of its parent, scaled and adjusted.
             * @enum {string}
             */
            source: "base" | "override" | "derived";
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
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description The result of the update. */
        BulkRatesResult: {
            updatedResources: number;
            updatedNights: number;
            resources: {
                /** Format: uuid */
                resourceId: string;
                nights: number;
            }[];
        };
        /** @description The rates and limits of a room type by plan and date; counts are of resources. */
        BulkRates: {
            /** Format: uuid */
            roomTypeId: string;
            resources: number;
            plans: {
                ratePlanCode: string;
                name: string;
                /** @description ISO 4217 code. */
                currency: string;
                derivedFrom: components["schemas"]["Derivation"] | null;
                /** @description Resources with the plan. */
                resources: number;
                /** @description Resources on which it is enabled. */
                enabled: number;
                days: {
                    /** Format: date */
                    date: string;
                    /** @description As in the nightly rates of a resource: before weekday, season and occupancy. */
                    nightly: {
                        lowestMinorUnits: string | null;
                        highestMinorUnits: string | null;
                        /** @description Resources with a rate of the date. */
                        overridden: number;
                        /** @description Resources without an amount. */
                        missing: number;
                    };
                    /** @description With weekday and season, for the adults that the base amount includes, as in a calendar. */
                    selling: {
                        lowestMinorUnits: string | null;
                        highestMinorUnits: string | null;
                    };
                    /** @description Resources on which the plan is not sold. */
                    stopSell: number;
                    closedToArrival: number;
                    closedToDeparture: number;
                    minStayNights: {
                        lowest: number | null;
                        highest: number | null;
                    };
                    /** @description Null: there is no maximum. */
                    maxStayNights: {
                        lowest: number | null;
                        highest: number | null;
                    };
                    /** @description Of all these resources. */
                    unitsFree: number;
                }[];
            }[];
        };
        /** @description The restrictions of the resource. */
        Restrictions: {
            /** Format: uuid */
            resourceId: string;
            restrictions: components["schemas"]["Restriction"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description Dates and lengths of stay at which a plan is not sold. */
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
            /** @description Null if no plan sells the night. */
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
            /** @description The `cursor` of the next page; null on the last page. */
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
            /** @description For a fixed basis: the rule applies only to resources of this currency. */
            currency: string | null;
            ageBands: components["schemas"]["AgeBand"][] | null;
            inclusive: boolean;
            /**
             * @description `property`: the guest pays it at the property; it is not part of totals, payments or refunds.
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
            translations?: components["schemas"]["Translations"];
        };
        /** @description A page of cancellation policies. */
        CancellationPolicyPage: {
            cancellationPolicies: components["schemas"]["CancellationPolicy"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description The cost of a cancellation by time. */
        CancellationPolicy: {
            code: string;
            name: string;
            /** @description Increases with every change of the terms. A booking keeps the version at the time of sale. */
            version: number;
            /** @description The local time from which deadlines are counted; null: the check-in time of the resource. */
            referenceTime: string | null;
            /** @description The time after the confirmation during which cancelling is free. */
            graceMinutes: number;
            /** @description The grace period requires an arrival at least this many hours after the confirmation. */
            graceMinHoursBefore: number;
            /** @description From the earliest deadline to the latest. The first step whose deadline is in the future applies. */
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
             * @description From the arrival on, for a no-show.
             * @example {
             *       "kind": "percent",
             *       "bps": 5000,
             *       "of": "accommodation"
             *     }
             */
            noShow: components["schemas"]["Penalty"];
            translations?: components["schemas"]["Translations"];
            /** @description Rate plans and generic resources without a policy are sold under the default policy. */
            default: boolean;
        };
        /** @description A page of blocks. */
        BlockPage: {
            blocks: components["schemas"]["ListedBlock"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A block of the tenant, or an imported one: `external`, which only its calendar can change. */
        ListedBlock: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            /** @description A date for lodging, a date-time for generic resources. */
            from: string;
            /** @description Exclusive. */
            to: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            units: number;
            /** @enum {string} */
            kind: "out_of_order" | "owner_stay" | "other" | "external";
            note: string | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: uuid
             * @description Of an imported block alone.
             */
            connectionId?: string;
            /**
             * Format: uuid
             * @description Of an imported block alone.
             */
            listingId?: string;
        };
        /** @description Units that are off sale. `startsAt` and `endsAt` keep the times and zone of the resource. */
        Block: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            /** @description A date for lodging, a date-time for generic resources. */
            from: string;
            /** @description Exclusive. */
            to: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            units: number;
            kind: components["schemas"]["BlockKind"];
            note: string | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description What takes the units of a page of resources. */
        Occupancy: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** Format: date-time */
            asOf: string;
            resources: {
                /** Format: uuid */
                resourceId: string;
                units: number;
                entries: components["schemas"]["OccupancyEntry"][];
            }[];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A stay, a hold or a block. Fields of the others are null. */
        OccupancyEntry: {
            /** @enum {string} */
            kind: "stay" | "hold" | "block";
            /**
             * Format: uuid
             * @description Of the booking or of the block.
             */
            id: string;
            reference: string | null;
            groupId: string | null;
            /**
             * Format: date
             * @description The first night, in the time zone of the resource.
             */
            from: string;
            /**
             * Format: date
             * @description Exclusive.
             */
            to: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            units: number;
            state: components["schemas"]["ReservationState"] | null;
            guestName: string | null;
            partySize: number | null;
            source: ("direct" | "manual") | null;
            balanceState: ("none" | "scheduled" | "due" | "paid") | null;
            holdExpiresAt: string | null;
            block: ("external" | "out_of_order" | "owner_stay" | "other") | null;
            /** @description Of a stay the first 100 characters of its notes. */
            note: string | null;
            connectionId: string | null;
            /** @description Null for an imported block. */
            version: number | null;
        };
        /** @description A feed token with its address. Neither `token` nor `url` is shown again. */
        IssuedFeedToken: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            name: string | null;
            /** @description Address of the feed. Anyone with the address can read the feed. */
            url: string;
            /** Format: date-time */
            createdAt: string;
            /** @description The time of the last sync. */
            lastAccessedAt: string | null;
            token: string;
        };
        /** @description The feed tokens of the resource. */
        FeedTokens: {
            feedTokens: components["schemas"]["FeedToken"][];
        };
        /** @description Access to the feed of a resource. Its address is a secret, and shown once. */
        FeedToken: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resourceId: string;
            name: string | null;
            /** @description Null: only a hash of the token is stored. */
            url: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The time of the last sync. */
            lastAccessedAt: string | null;
        };
        /** @description An iCalendar object (RFC 5545). */
        CalendarFeed: string;
        /** @description An imported calendar, with the result of the last sync. */
        ChannelConnection: {
            /** Format: uuid */
            id: string;
            channel: string;
            /** @description Secrets are masked. */
            feedUrl: string;
            status: components["schemas"]["ChannelConnectionStatus"];
            /** Format: date-time */
            createdAt: string;
            /** @description The last attempt. */
            lastSyncAt: string | null;
            /** @description The last successful sync; an unchanged feed counts as one. */
            lastSuccessAt: string | null;
            /** @description The error of the last attempt; null after a successful one. */
            lastError: string | null;
            /** @description The number of events in the feed at the last sync. */
            eventCount: number;
            /** @description Null while paused. */
            nextSyncAt: string | null;
            /** @description While `status` is `error`: the last successful sync before it, or the creation. */
            failingSince: string | null;
            /** @description A feed that lost more than half of its events at once; it is accepted when a later fetch agrees. */
            quarantine: {
                /**
                 * Format: date-time
                 * @description The first fetch with these dates.
                 */
                since: string;
                /** @description Events that still block nights. */
                eventsBefore: number;
                /** @description Events in the feed that is not accepted yet. */
                eventsNow: number;
            } | null;
            /** @description The number of resources that the connection is mapped to. */
            listings: number;
            /** @description The number of blocks of its events, over all resources. */
            blocks: number;
        };
        /**
         * @description `error` from a failed sync until the next successful sync.
         * @enum {string}
         */
        ChannelConnectionStatus: "active" | "paused" | "error";
        /** @description A page of connections. */
        ChannelConnectionPage: {
            connections: components["schemas"]["ChannelConnection"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of the fetches of a connection. */
        ChannelReadPage: {
            reads: components["schemas"]["ChannelRead"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description One fetch of the feed of a connection. */
        ChannelRead: {
            /** Format: date-time */
            at: string;
            outcome: components["schemas"]["ChannelReadOutcome"];
            /** @description Events in the feed that block something; 0 where it is rejected. */
            events: number;
            /** @description Events that the accepted feed has beyond the one before. */
            added: number;
            /** @description Events whose dates changed. */
            moved: number;
            /** @description Events that the accepted feed lacks. */
            removed: number;
            /** @description How long the server of the feed took to answer. */
            durationMs: number;
            /** @description Why the feed was not accepted. */
            error: string | null;
        };
        /**
         * @description `unchanged`: the server says that the feed is as before. `rejected`: the feed could not be used. `quarantined`: it lost too many events at once. After the last two the accepted events stay.
         * @enum {string}
         */
        ChannelReadOutcome: "accepted" | "unchanged" | "rejected" | "quarantined";
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
        /** @description The listings of the connection. */
        ChannelListings: {
            listings: components["schemas"]["ChannelListing"][];
        };
        /** @description A page of conflicts. */
        ChannelConflictPage: {
            conflicts: components["schemas"]["ChannelConflict"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description An event of an external calendar that overlaps a stay. */
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
            /** @description The UID of the event. */
            inboundEvent: string;
            /**
             * Format: date-time
             * @description The start of the event, not of the stay.
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
            /** @description False after a response with 410, or after five days of failed attempts only. */
            enabled: boolean;
            /** @description Consecutive failed attempts; a success resets it to 0. */
            failureCount: number;
            lastFailureAt: string | null;
            /** @description Null after the address was changed. */
            lastSuccessAt: string | null;
            /** @description The first of the consecutive failed attempts; null after a success. */
            failingSince: string | null;
            /** @description The error message of the last failed attempt; null after a success. */
            lastError: string | null;
            /** @description The number of pending deliveries. Above 10,000 they are not counted further. */
            waiting: number;
            /** @description The number of `dead` deliveries. Above 10,000 they are not counted further. */
            dead: number;
            /** Format: date-time */
            createdAt: string;
            /** @description `whsec_` and 32 bytes in base64, as defined by Standard Webhooks. */
            secret: string;
        };
        /** @description Every webhook endpoint of the tenant. */
        WebhookEndpoints: {
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description An endpoint that receives events, with the state of its deliveries. */
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            eventTypes: components["schemas"]["WebhookEventType"][];
            /** @description False after a response with 410, or after five days of failed attempts only. */
            enabled: boolean;
            /** @description Consecutive failed attempts; a success resets it to 0. */
            failureCount: number;
            lastFailureAt: string | null;
            /** @description Null after the address was changed. */
            lastSuccessAt: string | null;
            /** @description The first of the consecutive failed attempts; null after a success. */
            failingSince: string | null;
            /** @description The error message of the last failed attempt; null after a success. */
            lastError: string | null;
            /** @description The number of pending deliveries. Above 10,000 they are not counted further. */
            waiting: number;
            /** @description The number of `dead` deliveries. Above 10,000 they are not counted further. */
            dead: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The delivery of the ping. */
        WebhookPing: {
            /** Format: uuid */
            deliveryId: string;
        };
        /** @description A page of deliveries. */
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A delivery of an event to an endpoint, with all attempts. */
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
            /** @description Null after success, and once it is `dead`. */
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A page of events. */
        WebhookEventPage: {
            events: components["schemas"]["WebhookEvent"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description An event as sent to endpoints. */
        WebhookEvent: components["schemas"]["ReservationCreated"] | components["schemas"]["ReservationConfirmed"] | components["schemas"]["ReservationCancelled"] | components["schemas"]["ReservationExpired"] | components["schemas"]["ReservationCheckedIn"] | components["schemas"]["ReservationCheckedOut"] | components["schemas"]["ReservationNoShow"] | components["schemas"]["ReservationUpdated"] | components["schemas"]["ReservationChanged"] | components["schemas"]["GuestErased"] | components["schemas"]["PaymentSucceeded"] | components["schemas"]["PaymentFailed"] | components["schemas"]["PaymentDue"] | components["schemas"]["RefundCreated"] | components["schemas"]["RefundFailed"];
        /** @description The settings of mails to guests. */
        MailSettings: {
            /** @description False: no mail is sent but the code mail. */
            enabled: boolean;
            /** @description The name of the sender. Default: `propertyName`. */
            fromName: string | null;
            /** @description The address for answers of guests. */
            replyTo: string | null;
            /** @description The languages of the property. A guest whose language is not among them gets the first one. */
            languages: components["schemas"]["MailLanguage"][];
            /** @description The name in the mails. Required; null only where no settings exist. */
            propertyName: string | null;
            address: string | null;
            phone: string | null;
            website: string | null;
            logoUrl: string | null;
            accentColor: string | null;
            /** @description The page where guests manage their stay, on one of the `redirectOrigins` of the payment account. http is allowed for localhost in the sandbox. */
            manageUrl: string | null;
            /** @description The days before the arrival of the reminder, which is sent at 10:00 local time; 0: none. */
            reminderDaysBefore: number;
            /** @description The mailbox of all mails of the sandbox. Without one the sandbox sends none. */
            testMailbox: string | null;
            /** @description Which mails are sent; absent ones are. */
            mails: {
                booking_confirmed: boolean;
                booking_changed: boolean;
                booking_cancelled: boolean;
                payment_due: boolean;
                payment_received: boolean;
                refund_sent: boolean;
                stay_reminder: boolean;
            };
            /** @description What guests may do themselves. */
            guestMay: {
                cancel: boolean;
                changeDates: boolean;
                pay: boolean;
            };
        };
        /** @description The template of a mail in one language. */
        MailTemplate: {
            type: components["schemas"]["MailKind"];
            language: components["schemas"]["MailLanguage"];
            subject: string;
            text: string;
            /** @description Null: it is made from the text. */
            html: string | null;
            /** @description False for the built-in template. */
            custom: boolean;
            /** @description Null for the built-in template. */
            updatedAt: string | null;
        };
        /** @description A mail as it would be sent now. */
        RenderedMail: {
            subject: string;
            text: string;
            html: string;
        };
        /** @description The HTML of a mail. */
        MailPreviewPage: string;
        /** @description A page of the mails to the guest of a booking. */
        GuestMailPage: {
            mails: components["schemas"]["GuestMail"][];
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        /** @description A mail to the guest of a booking. Neither its address nor its text is kept. */
        GuestMail: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["MailKind"];
            /** @description The version of what the mail reports. */
            version: number;
            /** @enum {string} */
            state: "queued" | "sent" | "failed" | "suppressed";
            reason: components["schemas"]["MailReason"] | null;
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            sentAt: string | null;
        };
        /**
         * @description Why a mail was not sent, or not yet. `disabled`: mails are off; `switched_off`: this kind is; `erased`: the data of the guest; `no_address` of the guest; `no_test_mailbox` in the settings of the sandbox; `address_limit`: too many mails to the address; `in_confirmation`: the confirmation reports the payment; `not_current`: what it would say is over; `booking_not_found`; `booking_unavailable`: its facts cannot be read now; `not_written`: the mail could not be made of them; `mail_server`: it cannot be reached or gave an error; `address_refused` by the mail server; `unconfirmed`: it did not say whether it took it.
         * @enum {string}
         */
        MailReason: "disabled" | "switched_off" | "erased" | "no_address" | "no_test_mailbox" | "address_limit" | "in_confirmation" | "not_current" | "booking_not_found" | "booking_unavailable" | "not_written" | "mail_server" | "address_refused" | "unconfirmed";
        /** @description A session. The token is shown only once. */
        OperatorSession: {
            token: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description A session of the operator’s console. Its token is in the cookie alone. */
        ConsoleSession: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Ends earlier after 60 minutes without a request.
             */
            expiresAt: string;
            operator: {
                /** Format: uuid */
                id: string;
                email: string;
                name: string | null;
                /** @enum {string} */
                role: "admin" | "manager" | "front_desk" | "viewer";
            };
            /** @description The live tenant, also for its sandbox. */
            tenant: {
                /** Format: uuid */
                id: string;
                name: string;
                slug: string;
                timezone: string;
                /** @description ISO 4217 code. */
                defaultCurrency: string;
            };
            /** @description What the role of the operator may now. */
            permissions: ("read" | "book" | "operate" | "house" | "payment:refund:create" | "booking:penalty:override" | "booking:tax:exempt" | "guest:export" | "guest:erase")[];
        };
        /** @description The open sessions of an operator. */
        OwnSessions: {
            sessions: {
                /** Format: uuid */
                id: string;
                /**
                 * @description In the cookie of the console, or a token.
                 * @enum {string}
                 */
                kind: "console" | "token";
                /** @enum {string} */
                mode: "live" | "test";
                /** Format: date-time */
                createdAt: string;
                /** @description About the last request; null for a token. */
                lastSeenAt: string | null;
                /** Format: date-time */
                expiresAt: string;
                /** @description The session of this request. */
                current: boolean;
            }[];
        };
        /** @description An error (RFC 9457). Match on `code`; title and detail are for people and may change. */
        Problem: {
            /**
             * Format: uri
             * @description The page that explains the code.
             */
            type: string;
            /** @description A short summary of the code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The problem with this request. */
            detail: string;
            /**
             * @description Stable, for programs.
             * @enum {string}
             */
            code: "bad_request" | "validation_failed" | "invalid_cursor" | "idempotency_key_required" | "invalid_window" | "rate_plan_required" | "invalid_quote_token" | "quote_expired" | "invalid_change_token" | "change_quote_expired" | "no_change" | "bad_code" | "expired" | "invalid_guest_token" | "wrong_reservation" | "invalid_redirect_url" | "no_room_type" | "unknown_rate_plan_code" | "unknown_policy_code" | "party_not_divisible" | "derived_plan_invalid" | "search_too_broad" | "currency_required" | "range_too_large" | "template_invalid" | "invalid_api_key" | "invalid_credentials" | "session_ended" | "guest_token_invalid" | "secret_key_required" | "origin_not_allowed" | "insufficient_permission" | "guest_may_not" | "tenant_suspended" | "not_found" | "resource_not_found" | "rate_plan_not_found" | "room_type_not_found" | "tax_rule_not_found" | "policy_not_found" | "hold_not_found" | "guest_not_found" | "booking_not_found" | "change_not_found" | "block_not_found" | "feed_token_not_found" | "connection_not_found" | "listing_not_found" | "conflict_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "payment_account_not_found" | "request_timeout" | "unavailable" | "resource_locked" | "hold_conflict" | "block_conflict" | "booking_conflict" | "idempotency_key_conflict" | "hold_not_held" | "guest_email_mismatch" | "not_confirmable" | "payment_required" | "reservation_not_holdable" | "provider_not_configured" | "nothing_due" | "already_paid" | "illegal_transition" | "change_not_allowed" | "change_pending" | "change_outdated" | "currency_mismatch" | "price_changed" | "penalty_changed" | "no_succeeded_payment" | "refund_exceeds_payment" | "provider_refund_failed" | "nothing_to_refund" | "payment_already_initiated" | "connection_paused" | "listing_already_mapped" | "conflict_already_resolved" | "plan_is_derived" | "policy_in_use" | "limit_reached" | "webhook_endpoint_limit_reached" | "version_mismatch" | "external_reference_taken" | "guest_has_open_stays" | "guest_erased" | "units_in_use" | "exemption_not_allowed" | "slug_taken" | "code_taken" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "no_pricing_rule" | "fx_rate_unavailable" | "exhausted_attempts" | "rate_limited" | "headers_too_large" | "internal_error" | "payment_setup_failed" | "service_unavailable";
            /**
             * Format: uuid
             * @description The id of the request, as in X-Request-Id.
             */
            instance: string;
            /** @description With `validation_failed`: the first invalid fields. */
            errors?: {
                /** @description JSON pointer (RFC 6901) into body or query. */
                pointer: string;
                message: string;
            }[];
            /** @description With `validation_failed`: the number of errors found. */
            errorCount?: number;
            /** @description With `unavailable`: the reasons. */
            reasons?: components["schemas"]["AvailabilityReason"][];
            /** @description With `unavailable`, if the request has `alternatives`: available stays near the requested one. */
            alternatives?: components["schemas"]["Alternative"][];
            /** @description With `no_pricing_rule`: the nights without a price. */
            missingDates?: string[];
            /** @description With `derived_plan_invalid`: `unknown`, `self` or `chain`. With `template_invalid`: the fault. */
            reason?: string;
            /**
             * @description With `template_invalid`: the part.
             * @enum {string}
             */
            part?: "subject" | "text" | "html";
            /** @description With `template_invalid`: the line; null: the whole part. */
            line?: number | null;
            /** @description With `limit_reached` and `webhook_endpoint_limit_reached`: the maximum. */
            limit?: number;
            /** @description With `illegal_transition`: the current state; with `units_in_use` and `block_conflict`: the start of the period. */
            from?: components["schemas"]["ReservationState"] | string;
            /** @description With `illegal_transition`: the requested state; with `units_in_use` and `block_conflict`: the end of the period. */
            to?: components["schemas"]["ReservationState"] | string;
            /** @description With `units_in_use` and `block_conflict`: the units taken in that period. */
            unitsTaken?: number;
            /** @description With `search_too_broad`: the number of resources. */
            candidates?: number;
            /** @description With `search_too_broad`: nights × plans. */
            work?: number;
            /** @description With `search_too_broad`: the limit that was exceeded. */
            most?: number;
            /**
             * Format: uuid
             * @description With `external_reference_taken`: the booking with this reference.
             */
            reservationId?: string;
            /** @description With `guest_has_open_stays`: bookings that are open or have open money; with `block_conflict`: stays in the way. */
            reservationIds?: string[];
            /** @description With `change_not_allowed`: the state of the booking, or of the change to be ended. */
            state?: string;
            /**
             * Format: uuid
             * @description With `change_pending`: the change that awaits its payment.
             */
            changeId?: string;
            /** @description With `price_changed`: the current total. */
            totalMinorUnits?: string;
            /** @description With `penalty_changed`: the current penalty. */
            penaltyMinorUnits?: string;
            /** @description With `version_mismatch` and `change_outdated`: the current version. */
            currentVersion?: number;
            /** @description With `illegal_transition`: the allowed states. */
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
                /** @description The resource. */
                resource_id: string;
                /** @description The start of the window. */
                from: string;
                /** @description The end of the window. */
                to: string;
                /** @description The number of guests. */
                party_size: number;
                /** @description Units of the resource; default: 1. */
                quantity?: number;
                /** @description The number of children among the guests; checked against the limits of the room type. */
                children?: number;
                /** @description The plan; default: any enabled plan. */
                rate_plan_id?: string;
                /** @description The maximum number of alternatives for a refused stay. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description Stays in this resource. */
                resourceId?: string;
                /** @description Bookings in this state, or in one of several: `confirmed,checked_in`. */
                state?: string;
                /** @description Bookings with this `balanceState`, or with one of several: `scheduled,due`. */
                balanceState?: string;
                /** @description Stays that end after this time. */
                from?: string;
                /** @description Stays that begin before this time. */
                to?: string;
                /** @description Bookings of this guest; not case-sensitive. */
                guestEmail?: string;
                /** @description Bookings with this reference. */
                externalReference?: string;
                /** @description Bookings with this key of metadata. */
                metadataKey?: string;
                /** @description The value of `metadataKey`, which is then required. */
                metadataValue?: string;
                /** @description Bookings from this source. */
                source?: "direct" | "manual";
                /** @description Stays under this rate plan. */
                ratePlanId?: string;
                /** @description Bookings of at least this many units. */
                quantityMin?: number;
                /** @description Created at or after this time. */
                createdFrom?: string;
                /** @description Created before this time. */
                createdTo?: string;
                /** @description Stays that begin at or after this time. */
                arrivalFrom?: string;
                /** @description Stays that begin before this time. */
                arrivalTo?: string;
                /** @description Stays that end at or after this time. */
                departureFrom?: string;
                /** @description Stays that end before this time. */
                departureTo?: string;
                /** @description Bookings changed at or after this time. */
                updatedSince?: string;
                /** @description The beginning of the guest’s e-mail address, of a word of the name or of your own reference; or the whole `reference`, in any case, with or without hyphens. */
                q?: string;
                /** @description By when they were created (the default), or by the begin or the end of the stay. */
                sort?: "created" | "arrival" | "departure";
                /** @description `desc`: newest, or latest, first. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
    changeBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingUpdate"];
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedRefund"];
                };
            };
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
    quoteChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeQuoteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeQuote"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["StayChangePage"];
                };
            };
        };
    };
    changeStay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBooking"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBooking"];
                };
            };
        };
    };
    readChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
                /** @description The id of the change. */
                changeId: string;
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
                    "application/json": components["schemas"]["StayChange"];
                };
            };
        };
    };
    endChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
                /** @description The id of the change. */
                changeId: string;
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
    listGuests: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The guest with this address; not case-sensitive. */
                email?: string;
                /** @description The beginning of the e-mail address or of a word of the name. */
                q?: string;
                /** @description Guests who have, or have not, verified their address. */
                verified?: "true" | "false";
                /** @description Guests changed at or after this time. */
                updatedSince?: string;
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
                    "application/json": components["schemas"]["GuestPage"];
                };
            };
        };
    };
    readGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["Guest"];
                };
            };
        };
    };
    changeGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
        };
    };
    listGuestStays: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["GuestStayPage"];
                };
            };
        };
    };
    mergeGuests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestMerge"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
        };
    };
    exportGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["GuestExport"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestExportAccepted"];
                };
            };
        };
    };
    readGuestExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
                /** @description The id of the export. */
                exportId: string;
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
                    "application/json": components["schemas"]["GuestExport"];
                };
            };
        };
    };
    eraseGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["GuestErasure"];
                };
            };
        };
    };
    createGuestLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
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
                    "application/json": components["schemas"]["GuestLink"];
                };
            };
        };
    };
    endGuestLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
    requestGuestLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestLinkRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedLinkRequest"];
                };
            };
        };
    };
    readManagedBooking: {
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
                    "application/json": components["schemas"]["ManagedBooking"];
                };
            };
        };
    };
    cancelManagedBooking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestCancellationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledByGuest"];
                };
            };
        };
    };
    openManagedSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestCheckoutRequest"];
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
    quoteManagedChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestChangeQuoteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeQuote"];
                };
            };
        };
    };
    changeManagedStay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedByGuest"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedByGuest"];
                };
            };
        };
    };
    summarizePeriod: {
        parameters: {
            query?: {
                /** @description First date. Default: the first of the current month in the tenant’s time zone. */
                from?: string;
                /** @description The day after the last date. Default: the first of the next month in the tenant’s time zone. */
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
    summarizeDays: {
        parameters: {
            query?: {
                /** @description First date. Default: the first of the current month in the tenant’s time zone. */
                from?: string;
                /** @description The day after the last date. Default: the first of the next month in the tenant’s time zone. */
                to?: string;
                /** @description The series: one, one of each room type, or one of each source of bookings; each once per currency. */
                by?: components["schemas"]["MetricsSeries"];
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
                    "application/json": components["schemas"]["DailyMetrics"];
                };
            };
        };
    };
    readPickup: {
        parameters: {
            query: {
                /** @description First date. Default: the first of the current month in the tenant’s time zone. */
                from?: string;
                /** @description The day after the last date. Default: the first of the next month in the tenant’s time zone. */
                to?: string;
                /** @description The earlier moment. */
                since: string;
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
                    "application/json": components["schemas"]["Pickup"];
                };
            };
        };
    };
    readPaymentAccount: {
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
                    "application/json": components["schemas"]["PaymentAccount"];
                };
            };
        };
    };
    readBookingPayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description True lists only archived resources; needs a secret key. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
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
                /** @description The day after the last date. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries; default: as many as fit in a response. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
    readBulkRates: {
        parameters: {
            query: {
                /** @description The room type. */
                roomTypeId: string;
                /** @description First date. */
                from: string;
                /** @description The day after the last date. */
                to: string;
                /** @description Default: all plans. */
                ratePlanCode?: string;
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
                    "application/json": components["schemas"]["BulkRates"];
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
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries; default: as many as fit in a response. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The start of the window. */
                from: string;
                /** @description The end of the window. */
                to: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
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
                /** @description Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written. */
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
                /** @description Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written. */
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
                /** @description Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
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
                /** @description Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written. */
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
                /** @description Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written. */
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
                /** @description Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written. */
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
    listBlocks: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description Blocks of this resource. */
                resourceId?: string;
                /** @description Blocks that end after this date or time. */
                from?: string;
                /** @description Blocks that begin before this date or time. */
                to?: string;
                /** @description Blocks of this kind. */
                kind?: components["schemas"]["BlockKind"];
                /** @description True adds imported blocks, unless `kind` is sent. */
                imported?: "true" | "false";
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
                    "application/json": components["schemas"]["BlockPage"];
                };
            };
        };
    };
    createBlock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    readBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    deleteBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
    changeBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    readOccupancy: {
        parameters: {
            query: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The first night. */
                from: string;
                /** @description Exclusive; at most 92 nights. */
                to: string;
                /** @description Resources of this room type. */
                roomTypeId?: string;
                /** @description At most 100 resources, separated by commas. */
                resourceIds?: string;
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
                    "application/json": components["schemas"]["Occupancy"];
                };
            };
        };
    };
    listFeedTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
    listChannelReads: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["ChannelReadPage"];
                };
            };
        };
    };
    syncChannelConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
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
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description Deliveries with this status. */
                status?: "pending" | "succeeded" | "dead";
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description Events of this type. */
                type?: components["schemas"]["WebhookEventType"];
                /** @description Events of this reservation. */
                reservationId?: string;
                /** @description Events whose `timestamp` is this time or later. */
                from?: string;
                /** @description Events whose `timestamp` is before this time. */
                to?: string;
                /** @description `desc`: newest first. */
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
                    "application/json": components["schemas"]["WebhookEventPage"];
                };
            };
        };
    };
    readMailSettings: {
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
                    "application/json": components["schemas"]["MailSettings"];
                };
            };
        };
    };
    putMailSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailSettingsUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettings"];
                };
            };
        };
    };
    readMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kinds of mails to guests. */
                type: components["schemas"]["MailKind"];
                /** @description The languages of mails to guests. */
                language: components["schemas"]["MailLanguage"];
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
                    "application/json": components["schemas"]["MailTemplate"];
                };
            };
        };
    };
    putMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kinds of mails to guests. */
                type: components["schemas"]["MailKind"];
                /** @description The languages of mails to guests. */
                language: components["schemas"]["MailLanguage"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTemplateUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTemplate"];
                };
            };
        };
    };
    deleteMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kinds of mails to guests. */
                type: components["schemas"]["MailKind"];
                /** @description The languages of mails to guests. */
                language: components["schemas"]["MailLanguage"];
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
    previewMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kinds of mails to guests. */
                type: components["schemas"]["MailKind"];
                /** @description The languages of mails to guests. */
                language: components["schemas"]["MailLanguage"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailPreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedMail"];
                };
            };
        };
    };
    readMailPreview: {
        parameters: {
            query?: {
                /** @description The booking that the mail reports. Default: a stay that is made up. */
                reservationId?: string;
            };
            header?: never;
            path: {
                /** @description The kinds of mails to guests. */
                type: components["schemas"]["MailKind"];
                /** @description The languages of mails to guests. */
                language: components["schemas"]["MailLanguage"];
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
                    "text/html": components["schemas"]["MailPreviewPage"];
                };
            };
        };
    };
    listGuestMails: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
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
                    "application/json": components["schemas"]["GuestMailPage"];
                };
            };
        };
    };
    sendGuestMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. An invalid UUID is handled like an unknown id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestMailRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestMail"];
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
    readConsoleSession: {
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
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
        };
    };
    startConsoleSession: {
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
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
        };
    };
    endConsoleSession: {
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
    listConsoleSessions: {
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
                    "application/json": components["schemas"]["OwnSessions"];
                };
            };
        };
    };
    endConsoleSessions: {
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
    changeConsolePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordChange"];
            };
        };
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
    validation_failed: Required<Pick<components['schemas']['Problem'], 'errors' | 'errorCount'>>;
    invalid_cursor: unknown;
    idempotency_key_required: unknown;
    invalid_window: unknown;
    rate_plan_required: unknown;
    invalid_quote_token: unknown;
    quote_expired: unknown;
    invalid_change_token: unknown;
    change_quote_expired: unknown;
    no_change: unknown;
    bad_code: unknown;
    expired: unknown;
    invalid_guest_token: unknown;
    wrong_reservation: unknown;
    invalid_redirect_url: unknown;
    no_room_type: unknown;
    unknown_rate_plan_code: unknown;
    unknown_policy_code: unknown;
    party_not_divisible: unknown;
    derived_plan_invalid: Required<Pick<components['schemas']['Problem'], 'reason'>>;
    search_too_broad: Required<Pick<components['schemas']['Problem'], 'candidates' | 'work' | 'most'>>;
    currency_required: unknown;
    range_too_large: unknown;
    template_invalid: Required<Pick<components['schemas']['Problem'], 'part' | 'line' | 'reason'>>;
    invalid_api_key: unknown;
    invalid_credentials: unknown;
    session_ended: unknown;
    guest_token_invalid: unknown;
    secret_key_required: unknown;
    origin_not_allowed: unknown;
    insufficient_permission: unknown;
    guest_may_not: unknown;
    tenant_suspended: unknown;
    not_found: unknown;
    resource_not_found: unknown;
    rate_plan_not_found: unknown;
    room_type_not_found: unknown;
    tax_rule_not_found: unknown;
    policy_not_found: unknown;
    hold_not_found: unknown;
    guest_not_found: unknown;
    booking_not_found: unknown;
    change_not_found: unknown;
    block_not_found: unknown;
    feed_token_not_found: unknown;
    connection_not_found: unknown;
    listing_not_found: unknown;
    conflict_not_found: unknown;
    webhook_endpoint_not_found: unknown;
    webhook_delivery_not_found: unknown;
    payment_account_not_found: unknown;
    request_timeout: unknown;
    unavailable: Required<Pick<components['schemas']['Problem'], 'reasons'>> & Pick<components['schemas']['Problem'], 'alternatives'>;
    resource_locked: unknown;
    hold_conflict: unknown;
    block_conflict: Required<Pick<components['schemas']['Problem'], 'reservationIds' | 'from' | 'to' | 'unitsTaken'>>;
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
    change_not_allowed: Required<Pick<components['schemas']['Problem'], 'state'>>;
    change_pending: Required<Pick<components['schemas']['Problem'], 'changeId'>>;
    change_outdated: Required<Pick<components['schemas']['Problem'], 'currentVersion'>>;
    currency_mismatch: unknown;
    price_changed: Required<Pick<components['schemas']['Problem'], 'totalMinorUnits'>>;
    penalty_changed: Required<Pick<components['schemas']['Problem'], 'penaltyMinorUnits'>>;
    no_succeeded_payment: unknown;
    refund_exceeds_payment: unknown;
    provider_refund_failed: unknown;
    nothing_to_refund: unknown;
    payment_already_initiated: unknown;
    connection_paused: unknown;
    listing_already_mapped: unknown;
    conflict_already_resolved: unknown;
    plan_is_derived: unknown;
    policy_in_use: unknown;
    limit_reached: Required<Pick<components['schemas']['Problem'], 'limit'>>;
    webhook_endpoint_limit_reached: Required<Pick<components['schemas']['Problem'], 'limit'>>;
    version_mismatch: Required<Pick<components['schemas']['Problem'], 'currentVersion'>>;
    external_reference_taken: Required<Pick<components['schemas']['Problem'], 'reservationId'>>;
    guest_has_open_stays: Required<Pick<components['schemas']['Problem'], 'reservationIds'>>;
    guest_erased: unknown;
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
