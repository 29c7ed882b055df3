import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../api/queries/booking.ts';
import type { HistoryEntry } from '../../api/records.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Moment } from '../../ui/when.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

export function HistorySection({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const { data, error, refetch } = useQuery(historyQuery(booking.id));
  return (
    <Section title={texts.history} className="screen-only">
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      <ol className={css.history}>
        {data?.toReversed().map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ol>
    </Section>
  );
}

function Entry({ entry, timeZone }: { readonly entry: HistoryEntry; readonly timeZone: string }) {
  const { booking: texts, common } = useTexts();
  const { action, actor, changes } = entry;
  const fields = changes.map(({ field }) => texts.fields[field] ?? field);
  return (
    <li>
      <p>
        <strong>{texts.actions[action] ?? action}</strong>
        {fields.length > 0 && action === 'updated' && <span>: {fields.join(', ')}</span>}
      </p>
      {entry.note !== null && (
        <p>
          <bdi>{entry.note}</bdi>
        </p>
      )}
      <p className={css.how}>
        <Moment at={entry.at} timeZone={timeZone} /> · <bdi>{actor.label ?? texts.actors[actor.kind]}</bdi>
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
