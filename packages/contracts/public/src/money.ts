import { openBookingIntent, openBookingSession, recordBookingPayment } from '@lodging/contract-reservations';

export const bookingIntentBody = openBookingIntent.request
  .pick({ amountMinorUnits: true })
  .meta({
    id: 'BookingPaymentRequest',
    description: 'The amount to charge; default: the whole amount due.',
    example: { amountMinorUnits: '5000' },
  })
  .optional();

export const bookingSessionBody = openBookingSession.request
  .omit({ reservationId: true, idempotencyKey: true })
  .meta({
    id: 'BookingCheckoutRequest',
    description:
      'The return addresses after payment and after cancellation; without an amount, the whole amount due.',
    example: { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/booking' },
  });

export const offlinePaymentBody = recordBookingPayment.request
  .omit({ reservationId: true, idempotencyKey: true })
  .meta({
    id: 'OfflinePaymentRequest',
    description: 'An offline payment, or an offline refund.',
    example: { amountMinorUnits: '5000', method: 'cash', note: 'At check-in' },
  });
