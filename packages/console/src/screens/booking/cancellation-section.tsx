import { previewQuery } from '../../api/queries/booking.ts';
import type { Preview } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { policySentences } from '../../domain/terms/policy-words.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { FromNow, Moment } from '../../ui/when.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

/** How often the time that is left is written. */
const CLOCK_MS = 30_000;

export function CancellationSection(stay: Stay) {
  const { booking: texts, desk } = useTexts();
  const { price } = useFormats();
  const { cancellation, currency } = stay.booking;
  return (
    <Section title={texts.cancellation} className="screen-only">
      {cancellation !== null && (
        <Facts>
          <Fact name={texts.kept}>{price(cancellation.keptMinorUnits, currency)}</Fact>
          <Fact name={texts.goesBack}>
            {cancellation.refundMinorUnits === null
              ? desk.onItsWay
              : price(cancellation.refundMinorUnits, currency)}
          </Fact>
        </Facts>
      )}
      <CostNow {...stay} />
      <Policy {...stay} />
    </Section>
  );
}

/** What it would cost now, and over time. */
function CostNow({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const { price, dateTime } = useFormats();
  const now = useNow(CLOCK_MS);
  const { data, error, refetch } = useRead(previewQuery(booking.id));
  if (error !== null) return <Refusal error={error} onTryAgain={() => refetch()} />;
  if (data === undefined) return <Skeleton rows={2} />;
  if (!data.legal) return <p>{booking.state === 'checked_in' ? texts.guestIsHere : texts.endedStates}</p>;
  if (data.reason === 'no_policy') return <p>{texts.noPolicy}</p>;
  if (data.penaltyMinorUnits === null) return <p>{texts.notConfirmedYet}</p>;
  const { currency } = booking;
  return (
    <>
      <Facts>
        <Fact name={texts.costsNow}>
          {price(data.penaltyMinorUnits, currency)}{' '}
          {data.validUntil !== null && (
            <span className="quiet">
              {texts.until(dateTime(data.validUntil, timeZone))} (
              <FromNow at={data.validUntil} timeZone={timeZone} now={now} />)
            </span>
          )}
        </Fact>
        {data.refundMinorUnits !== null && (
          <Fact name={texts.goesBack}>{price(data.refundMinorUnits, currency)}</Fact>
        )}
      </Facts>
      {data.timeline.length > 1 && <Timeline {...{ booking, timeZone }} spans={data.timeline} />}
    </>
  );
}

/** The terms under which the stay was sold. */
function Policy({ booking: { cancellationPolicy } }: Stay) {
  const { policy: words } = useTexts();
  const formats = useFormats();
  if (cancellationPolicy === null) return null;
  return (
    <ul className={css.policy}>
      {policySentences(cancellationPolicy, words, formats).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

interface TimelineProps extends Pick<Stay, 'booking' | 'timeZone'> {
  readonly spans: Preview['timeline'];
}

function Timeline({ booking, timeZone, spans }: TimelineProps) {
  const { booking: texts } = useTexts();
  const { price } = useFormats();
  return (
    <Table label={texts.timeline} columns={[texts.timeline, numbers(texts.kept), numbers(texts.goesBack)]}>
      {spans.map(({ until, penaltyMinorUnits, refundMinorUnits }) => (
        <tr key={until ?? 'end'}>
          <td>{until === null ? texts.from : <Moment at={until} timeZone={timeZone} />}</td>
          <td className="number">{price(penaltyMinorUnits, booking.currency)}</td>
          <td className="number">{price(refundMinorUnits, booking.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}
