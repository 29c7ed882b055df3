import { cancelManagedBooking, openManagedSession, requestGuestLink } from '@lodging/contract-reservations';

export const guestLinkRequestBody = requestGuestLink.request.meta({
  id: 'GuestLinkRequest',
  description: 'The booking number, and the address that the link is mailed to if it is the guest’s.',
  example: { reference: 'A7P7-K3Q9', email: 'ada@example.com' },
});

export const guestCancellationBody = cancelManagedBooking.request
  .pick({ expectedPenaltyMinorUnits: true })
  .meta({
    id: 'GuestCancellationRequest',
    description: 'The penalty that the guest was shown.',
    example: { expectedPenaltyMinorUnits: '10000' },
  });

export const guestCheckoutBody = openManagedSession.request.pick({ successUrl: true, cancelUrl: true }).meta({
  id: 'GuestCheckoutRequest',
  description: 'The return addresses after payment and after cancellation.',
  example: { successUrl: 'https://shop.example/manage', cancelUrl: 'https://shop.example/manage' },
});
