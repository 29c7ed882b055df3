import { refuse } from '@lodging/kernel';

export const templateNotFound = () => refuse('not_found', 'There is no such mail or no such language.');

export const bookingNotFound = () => refuse('booking_not_found', 'There is no such booking.');

/** `line` is null where it is the part as a whole. */
export function templateInvalid({
  part,
  line,
  reason,
}: {
  readonly part: string;
  readonly line: number | null;
  readonly reason: string;
}) {
  const place = line === null ? part : `${part}, line ${line}`;
  return refuse('template_invalid', `The template is not valid (${place}): ${reason}.`, {
    part,
    line,
    reason,
  });
}

export function manageUrlRefused(message: string) {
  return refuse('validation_failed', message, { errors: [{ pointer: '/manageUrl', message }] });
}

export const tooManyMails = () =>
  refuse('rate_limited', 'At most 5 mails an hour are sent again for a booking.', { retryAfterSeconds: 900 });
