import { hasAgeOfEachChild, ONE_AGE_PER_CHILD } from '@lodging/contract-inventory';
import { changedStay, changeStay, settleMode, stayChange } from '@lodging/contract-reservations';
import { z } from 'zod';
import { listPage } from './paging.ts';

const FIELDS = Object.keys(changedStay) as (keyof typeof changedStay)[];

export const changeQuoteBody = z
  .object(changedStay)
  .refine((body) => FIELDS.some((name) => body[name] !== undefined), {
    path: [],
    message: 'must have at least one field',
  })
  // Without their number it is the booked one, which reservations know.
  .refine((body) => body.occupancyChildren === undefined || hasAgeOfEachChild(body), ONE_AGE_PER_CHILD)
  .meta({
    id: 'ChangeQuoteRequest',
    description: 'What is to change; absent fields stay as they are booked.',
    example: { to: '2027-06-13T09:00:00.000Z' },
  });

export const changeBody = changeStay.request
  .pick({ changeToken: true })
  .extend({
    settle: settleMode.optional().meta({
      description:
        '`now` (default): what is due is paid first. `later`: the change is applied, and the amount becomes due.',
    }),
  })
  .meta({
    id: 'ChangeRequest',
    description: 'A quoted change.',
    example: { changeToken: 'eyJhbGciOiJFZERTQSJ9.eyJjaGFuZ2UiOiIuLi4ifQ.c2lnbmF0dXJl', settle: 'later' },
  });

export const changePage = listPage('changes', stayChange, {
  id: 'StayChangePage',
  description: 'A page of the changes of a booking.',
});
