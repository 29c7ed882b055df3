import type { Quote } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { codeOf, lodging } from '../../api/lodging.ts';
import { bookingQuery } from '../../api/queries/booking.ts';
import { applyRows } from '../../api/known-rows.ts';
import { partyOf } from '../../api/queries/offers.ts';
import type { OneBooking } from '../../api/records.ts';
import { isDecided, useWrite } from '../../api/use-write.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { bookingOf, detailsOf } from './draft.ts';
import type { Draft } from './draft.ts';

/** All that a try sends: another try sends the same, whatever the fields have by then. */
export interface BookInput {
  readonly draft: Draft;
  readonly stay: StayRequest;
  readonly quote: Quote;
  /** What the operator has seen and agreed to. */
  readonly totalMinorUnits: string;
  /** Of a payment link. */
  readonly returnTo: string;
}

export interface HeldStay {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string;
}

type Made = { readonly booking: OneBooking } | { readonly held: HeldStay };

/** A booking that is confirmed at once, or a held stay with the address at which its guest pays. */
export function useBook(after: (booking: OneBooking) => unknown) {
  const { newBooking: texts, common } = useTexts();
  const client = useQueryClient();
  const [sent, setSent] = useState<BookInput | null>(null);
  const [held, setHeld] = useState<HeldStay | null>(null);
  const holdId = useRef<string | null>(null);
  const write = useWrite(
    (input: BookInput, key): Promise<Made> =>
      input.draft.payment === 'link' ? holdStay(input, key, holdId) : book(input, key),
    {
      says: (made, { draft }) => ('held' in made ? texts.held : texts.booked(draft.name || common.noName)),
      after: async (made) => {
        if ('held' in made) return setHeld(made.held);
        client.setQueryData(bookingQuery(client, made.booking.id).queryKey, made.booking);
        applyRows(client, [made.booking]);
        await after(made.booking);
      },
      onRefused: async (error) => {
        if (!isDecided(error)) return;
        await releaseHold(holdId);
        if (codeOf(error) !== 'validation_failed') await readAgain(client);
      },
    },
  );
  const run = async (input: BookInput): Promise<void> => {
    setSent(input);
    await write.run(input);
  };
  const leaveHeld = async (): Promise<void> => {
    holdId.current = null;
    setHeld(null);
    await readAgain(client);
  };
  /** The API may have booked it: only the same request may follow. */
  const isUnknown = write.error !== null && !isDecided(write.error);
  return { ...write, run, sent, held, leaveHeld, isUnknown };
}

async function book(
  { draft, stay, quote, totalMinorUnits }: BookInput,
  idempotencyKey: string,
): Promise<Made> {
  const { resourceId, ratePlanId, from, to } = quote;
  const { booking } = await lodging.bookings.create(
    {
      resourceId,
      ratePlanId,
      from,
      to,
      ...partyOf(stay),
      ...bookingOf(draft),
      expectedTotalMinorUnits: totalMinorUnits,
    },
    { idempotencyKey },
  );
  return { booking };
}

/** The price of a signed quote is promised. What was done before an answer was lost is not done twice. */
async function holdStay(
  { draft, quote, returnTo }: BookInput,
  idempotencyKey: string,
  holdId: { current: string | null },
): Promise<Made> {
  const externalReference = draft.reference.trim();
  const { id } = await lodging.holds.create(
    { signedQuoteToken: quote.signedQuoteToken, ...(externalReference !== '' && { externalReference }) },
    { idempotencyKey },
  );
  holdId.current = id;
  const details = detailsOf(draft);
  if (Object.keys(details).length > 0) await lodging.bookings.update(id, details);
  const session = await lodging.holds.createCheckoutSession(id, {
    successUrl: returnTo,
    cancelUrl: returnTo,
  });
  return { held: { id, url: session.url, expiresAt: session.expiresAt } };
}

/** A held stay that gets no payment page would take its units for nothing. */
async function releaseHold(holdId: { current: string | null }): Promise<void> {
  const { current: id } = holdId;
  holdId.current = null;
  if (id !== null) await lodging.bookings.cancel(id).catch(() => {});
}

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    ['offers', 'quote', 'blocks', 'arrival-limits'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
