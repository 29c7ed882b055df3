import { openBookingIntent, openBookingSession, recordBookingPayment } from '@lodging/contract-reservations';

export const bookingIntentBody = openBookingIntent.request
  .pick({ amountMinorUnits: true })
  .meta({
    id: 'BookingPaymentRequest',
    description: 'How much to ask for; all that is due where no amount is sent.',
    example: { amountMinorUnits: '5000' },
  })
  .optional();

export const bookingSessionBody = openBookingSession.request
  .omit({ reservationId: true, idempotencyKey: true })
  .meta({
    id: 'BookingCheckoutRequest',
    description: 'Where the guest goes when paid, and when not; all that is due where no amount is sent.',
    example: { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/booking' },
  });

export const offlinePaymentBody = recordBookingPayment.request
  .omit({ reservationId: true, idempotencyKey: true })
  .meta({
    id: 'OfflinePaymentRequest',
    description: 'Money that was taken without the provider, or handed back.',
    example: { amountMinorUnits: '5000', method: 'cash', note: 'At check-in' },
  });
