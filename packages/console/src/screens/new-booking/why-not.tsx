import type { AvailabilityReason, ListedBlock, Offer, SearchResult } from '@lodging/client';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { arrivalLimitsQuery, blocksQuery } from '../../api/queries/offers.ts';
import { useResources } from '../../api/queries/resources.ts';
import { hostOf } from '../../domain/host-of.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { useSeen } from '../../ui/hooks/use-seen.ts';
import { localDate } from '../../ui/when.tsx';
import css from './new-booking.module.css';

const OF_LENGTH: readonly AvailabilityReason[] = ['min_stay', 'max_stay'];

interface WhyNotProps {
  readonly result: SearchResult;
}

/** Why a resource cannot be sold, in words, with what is behind them. Blocks are looked up once the row is in view. */
export function WhyNot({ result }: WhyNotProps) {
  const { ref, isSeen } = useSeen<HTMLDivElement>();
  const { resource, reasons, from, to } = result;
  const { data: limits } = useQuery({
    ...arrivalLimitsQuery(resource.id, from, to),
    enabled: reasons.some((reason) => OF_LENGTH.includes(reason)),
  });
  const wordsOf = useReasonWords(result);
  return (
    <div ref={ref}>
      {reasons.map((reason) => (
        <p key={reason} className={css.reason}>
          {wordsOf(reason, reason === 'min_stay' ? limits?.minStayNights : limits?.maxStayNights)}
          {reason === 'external_block' && isSeen && <BlockedBy result={result} />}
        </p>
      ))}
    </div>
  );
}

/** Of a plan that refuses a stay which another plan accepts. */
export function OfferReasons({ offer, result }: WhyNotProps & { readonly offer: Offer }) {
  const wordsOf = useReasonWords(result);
  const plan = useResources()
    .find(result.resource.id)
    ?.ratePlans.find(({ id }) => id === offer.ratePlanId);
  const { minStayNights: least = 0, maxStayNights: most = null } = plan ?? {};
  // The limit of a date may be what refuses it: the plan's own is named where it does.
  const named = {
    min_stay: least > result.nights ? least : null,
    max_stay: most !== null && most < result.nights ? most : null,
  };
  const words = offer.reasons.map((reason) =>
    wordsOf(reason, reason === 'min_stay' || reason === 'max_stay' ? named[reason] : null),
  );
  return <span className={css.terms}>{words.join(' · ')}</span>;
}

function useReasonWords({ resource, from, to }: SearchResult) {
  const { newBooking: texts } = useTexts();
  const { shortDate } = useFormats();
  const arrival = shortDate(localDate(from, resource.timezone));
  const departure = shortDate(localDate(to, resource.timezone));
  return (reason: AvailabilityReason, nights: number | null | undefined): string =>
    texts.reasons[reason]({ nights: nights ?? null, arrival, departure });
}

function BlockedBy({ result: { resource, from, to } }: WhyNotProps) {
  const [arrival, departure] = [localDate(from, resource.timezone), localDate(to, resource.timezone)];
  const { data: blocks = [] } = useQuery(blocksQuery(resource.id, arrival, departure));
  if (blocks.length === 0) return null;
  return (
    <>
      {': '}
      {blocks.map((block, index) => (
        <span key={block.id}>
          {index > 0 && ', '}
          <BlockWords block={block} />
        </span>
      ))}
    </>
  );
}

function BlockWords({ block: { kind, note, connectionId } }: { readonly block: ListedBlock }) {
  const { newBooking: texts } = useTexts();
  const { data: connections } = useQuery({ ...connectionsQuery, enabled: kind === 'external' });
  const connection = connections?.find(({ id }) => id === connectionId);
  return (
    <bdi>
      {connection === undefined ? texts.blockKinds[kind] : hostOf(connection.feedUrl)}
      {note !== null && ` (${note})`}
    </bdi>
  );
}
