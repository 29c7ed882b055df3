import { daysBetween } from '@lodging/format';
import { HoldLeft } from '../../desk/hold-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Day, localDate, Moment } from '../../ui/when.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

export function BookingHead(stay: Stay) {
  const { booking: texts } = useTexts();
  const { reference } = stay.booking;
  return (
    <div className={css.head}>
      <Facts>
        <Fact name={texts.number}>
          <code>{reference}</code>
        </Fact>
        <When {...stay} />
        <How {...stay} />
      </Facts>
      <CopyButton text={reference} what={texts.number} />
    </div>
  );
}

function When({ booking, resource, timeZone }: Stay) {
  const { booking: texts, common } = useTexts();
  const from = localDate(booking.startsAt, timeZone);
  const to = localDate(booking.endsAt, timeZone);
  return (
    <>
      <Fact name={texts.resource}>
        <bdi>{resource?.name ?? '…'}</bdi>
        {booking.quantity > 1 && ` · ${common.units(booking.quantity)}`}
      </Fact>
      <Fact name={texts.arrival}>
        <Day date={from} /> <Moment at={booking.startsAt} timeZone={timeZone} isShort />
      </Fact>
      <Fact name={texts.departure}>
        <Day date={to} /> <Moment at={booking.endsAt} timeZone={timeZone} isShort />
      </Fact>
      <Fact name={texts.nights}>{daysBetween(from, to)}</Fact>
      {booking.occupancyAdults !== null && (
        <Fact name={texts.party}>{common.party(booking.occupancyAdults, booking.occupancyChildren)}</Fact>
      )}
    </>
  );
}

function How({ booking, resource, timeZone }: Stay) {
  const { booking: texts, common } = useTexts();
  const plan = resource?.ratePlans.find(({ id }) => id === booking.ratePlanId);
  return (
    <>
      {plan && (
        <Fact name={texts.plan}>
          <bdi>{plan.name}</bdi>
        </Fact>
      )}
      <Fact name={texts.source}>{common.sources[booking.source]}</Fact>
      <Fact name={texts.made}>
        <Moment at={booking.createdAt} timeZone={timeZone} />
      </Fact>
      {booking.holdExpiresAt !== null && booking.state === 'held' && (
        <Fact name={texts.holdEnds}>
          <Moment at={booking.holdExpiresAt} timeZone={timeZone} isShort />{' '}
          <HoldLeft id={booking.id} endsAt={booking.holdExpiresAt} />
        </Fact>
      )}
      {booking.externalReference !== null && (
        <Fact name={texts.yourReference}>
          <bdi>{booking.externalReference}</bdi>
        </Fact>
      )}
    </>
  );
}
