import { historyQuery } from '../../api/queries/booking.ts';
import type { HistoryEntry } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { ChangedValues } from '../../desk/changed-values.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Moment } from '../../ui/when.tsx';
import { ActorName } from './actor-name.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

export function HistorySection({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const { data, error, refetch } = useRead(historyQuery(booking.id));
  return (
    <Section title={texts.history} className="screen-only">
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      <ol className={css.history}>
        {data?.toReversed().map((entry) => (
          <Entry key={entry.id} entry={entry} currency={booking.currency} timeZone={timeZone} />
        ))}
      </ol>
    </Section>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly currency: string;
  readonly timeZone: string;
}

function Entry({ entry, currency, timeZone }: EntryProps) {
  const { booking: texts, common } = useTexts();
  const { action, actor, changes } = entry;
  const fields = changes.map(({ field }) => texts.fields[field] ?? field);
  return (
    <li>
      <p>
        <strong>{texts.actions[action] ?? action}</strong>
        {fields.length > 0 && action === 'updated' && <span>: {fields.join(', ')}</span>}
      </p>
      <ChangedValues {...{ changes, currency, timeZone }} without={SAID} />
      {entry.note !== null && (
        <p>
          <bdi>{entry.note}</bdi>
        </p>
      )}
      <p className={css.how}>
        <Moment at={entry.at} timeZone={timeZone} /> · <ActorName actor={actor} />
        {entry.requestId !== null && (
          <>
            {' '}
            · {common.requestId} <code>{entry.requestId}</code>
          </>
        )}
      </p>
    </li>
  );
}

/** Which the action says. */
const SAID = ['state', 'balanceState'];
