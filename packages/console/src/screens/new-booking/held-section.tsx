import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { announce } from '../../api/messages.ts';
import { bookingQuery } from '../../api/queries/booking.ts';
import { HoldLeft } from '../../desk/hold-left.tsx';
import { buttonClass, Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import css from './new-booking.module.css';
import type { HeldStay } from './use-book.ts';

interface HeldSectionProps {
  readonly held: HeldStay;
  readonly timeZone: string;
  readonly onLeave: () => unknown;
}

/** The poll of the page brings the payment before, as a rule. */
const WATCHED_MS = 15_000;
const ENDED = ['expired', 'cancelled'];

/** The address at which the guest pays; the page waits for the payment, and says when it came. */
export function HeldSection({ held, timeZone, onLeave }: HeldSectionProps) {
  const { newBooking: texts, desk } = useTexts();
  const { time } = useFormats();
  const client = useQueryClient();
  const { data: booking } = useQuery({ ...bookingQuery(client, held.id), refetchInterval: WATCHED_MS });
  const { state = 'held', holdExpiresAt = null } = booking ?? {};
  const isPaid = state !== 'held' && state !== 'pending' && !ENDED.includes(state);
  const isEnded = ENDED.includes(state);
  useEffect(() => {
    if (isPaid) announce(texts.paid);
    if (isEnded) announce(texts.heldEnded);
  }, [isPaid, isEnded, texts]);
  return (
    <Section title={desk.paymentLink}>
      {isPaid && <Notice>{texts.paid}</Notice>}
      {isEnded && <Notice kind="warn">{texts.heldEnded}</Notice>}
      {!isPaid && !isEnded && (
        <>
          <p>{desk.paymentLinkReady}</p>
          <div className={css.address}>
            <code>{held.url}</code>
            <CopyButton text={held.url} what={desk.paymentLink} />
          </div>
          <p className="quiet">
            {desk.paymentLinkEnds(time(held.expiresAt, timeZone))} {texts.waiting}{' '}
            {holdExpiresAt !== null && <HoldLeft id={held.id} endsAt={holdExpiresAt} />}
          </p>
        </>
      )}
      <div className={css.address}>
        <Link
          to="/bookings/$id"
          params={{ id: held.id }}
          className={buttonClass(isPaid ? 'accent' : 'plain')}
        >
          {texts.openBooking}
        </Link>
        {isEnded && <Button onPress={onLeave}>{texts.startAgain}</Button>}
      </div>
    </Section>
  );
}
