import { changeManagedStay, quoteManagedChange } from '@lodging/contract-reservations';

export const guestChangeQuoteBody = quoteManagedChange.request
  .pick({ from: true, to: true })
  .refine(({ from, to }) => from !== undefined || to !== undefined, {
    path: [],
    message: 'must have from, to or both',
  })
  .meta({
    id: 'GuestChangeQuoteRequest',
    description: 'The new dates; an absent one stays as it is booked.',
    example: { to: '2027-06-13T09:00:00.000Z' },
  });

export const guestChangeBody = changeManagedStay.request.pick({ changeToken: true }).meta({
  id: 'GuestChangeRequest',
  description: 'A quoted change.',
  example: { changeToken: 'eyJhbGciOiJFZERTQSJ9.eyJjaGFuZ2UiOiIuLi4ifQ.c2lnbmF0dXJl' },
});
