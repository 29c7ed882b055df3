import { responseInfo } from '@lodging/client';
import type { components } from '@lodging/client';
import { z } from 'zod';
import { id, minorUnits } from '../fields.ts';
import { money, moneyText, toMoneyOrNull } from '../money.ts';
import { ToolRefusal } from '../refusal.ts';
import { defineTool } from '../tool.ts';

const PREVIEW_AGAIN = 'Use preview_cancellation again, show the guest the result, and confirm that.';
/** The request may take as long as this, so the terms must hold for as long. */
const DEADLINE_MS = 20_000;

const input = z.object({
  bookingId: id,
  version: z.int().min(1).describe('`version` of preview_cancellation.'),
  refundMinorUnits: minorUnits
    .nullable()
    .describe('`refund.minorUnits` of preview_cancellation, or null where `refund` was null.'),
  confirm: z.literal(true).describe('The guest has seen the preview and wants to cancel.'),
});

export const cancelBooking = defineTool({
  name: 'cancel_booking',
  title: 'Cancel a booking',
  description:
    'Cancels a booking for good and refunds what its policy says. Refused where version or refund differ from the ' +
    'preview that is sent with it.',
  keys: 'secret',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input,
  output: z.object({
    bookingId: z.string(),
    state: z.string(),
    version: z.number(),
    kept: money.nullable(),
    refund: money.nullable().describe('Refunded, or on its way. Null: not known yet, or no policy decides.'),
    due: money.nullable(),
  }),
  async call({ bookingId, version, refundMinorUnits }, { lodging, signal }) {
    // The booking is read first: its ETag is then never of a later version than the preview.
    const booking = await lodging.bookings.get(bookingId, { signal });
    const preview = await lodging.bookings.previewCancellation(bookingId, { signal });
    requireUnchanged(preview, { version, refundMinorUnits });
    // A proxy that compresses makes an ETag weak, and a weak one matches no version.
    const ifMatch = responseInfo(booking)?.etag?.replace(/^W\//, '') ?? '""';
    const options = { ifMatch, deadlineMs: DEADLINE_MS, signal };
    const cancelled = await lodging.bookings.cancel(bookingId, options);
    const { state, currency, cancellation } = cancelled;
    const kept = toMoneyOrNull(cancellation?.keptMinorUnits ?? null, currency);
    const refund = toMoneyOrNull(cancellation?.refundMinorUnits ?? null, currency);
    const due = toMoneyOrNull(cancellation?.dueMinorUnits ?? null, currency);
    const refunded = refund === null ? '' : ` ${moneyText(refund)} refunded.`;
    return {
      structured: { bookingId, state, version: cancelled.version, kept, refund, due },
      text: `Booking ${bookingId} is ${state}.${refunded}`,
    };
  },
});

type Confirmed = Pick<z.output<typeof input>, 'version' | 'refundMinorUnits'>;

function requireUnchanged(
  preview: components['schemas']['CancellationPreview'],
  { version, refundMinorUnits }: Confirmed,
): void {
  const { legal, from: state, validUntil, at } = preview;
  const now = { currentVersion: preview.version, refundMinorUnits: preview.refundMinorUnits };
  if (!legal)
    throw new ToolRefusal(
      'illegal_transition',
      `The booking is ${state}. Nothing was changed.`,
      'Use booking_state.',
      now,
    );
  if (preview.version !== version)
    throw new ToolRefusal(
      'version_mismatch',
      'The booking has changed since the preview.',
      PREVIEW_AGAIN,
      now,
    );
  if (preview.refundMinorUnits !== refundMinorUnits)
    throw new ToolRefusal(
      'refund_changed',
      'The refund is not the one that was confirmed.',
      PREVIEW_AGAIN,
      now,
    );
  if (validUntil !== null && Date.parse(validUntil) - Date.parse(at) < DEADLINE_MS)
    throw new ToolRefusal(
      'refund_changes_soon',
      `The terms change at ${validUntil}, before the cancellation would be sure to arrive.`,
      'Wait until then, use preview_cancellation again, and confirm that.',
      { ...now, validUntil },
    );
}
