import type { components } from '@lodging/client';
import { channelReadsQuery } from '../../api/queries/channels.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import type { ChipKind } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';
import css from './channels.module.css';

type Read = components['schemas']['ChannelRead'];

const KINDS: Readonly<Record<Read['outcome'], ChipKind>> = {
  accepted: 'good',
  unchanged: 'plain',
  rejected: 'danger',
  quarantined: 'warn',
};

/** What each fetch of the feed came to. */
export function Reads({ id }: { readonly id: string }) {
  const { channels: texts } = useTexts();
  const { data, error, refetch } = useRead(channelReadsQuery(id));
  return (
    <Section title={texts.reads}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p className="quiet">{texts.noReads}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.reads}
          columns={[texts.readAt, texts.outcome, numbers(texts.events), texts.changes, numbers(texts.took)]}
        >
          {data.map((read) => (
            <ReadRow key={read.at} read={read} />
          ))}
        </Table>
      )}
    </Section>
  );
}

function ReadRow({ read: { at, outcome, events, durationMs, error, ...changes } }: { readonly read: Read }) {
  const { channels: texts } = useTexts();
  const { tenant } = useSession();
  return (
    <tr>
      <td>
        <Moment at={at} timeZone={tenant.timezone} />
      </td>
      <td>
        <Chip kind={KINDS[outcome]}>{texts.outcomes[outcome]}</Chip>
        {error !== null && (
          <span className={css.error}>
            <bdi>{error}</bdi>
          </span>
        )}
      </td>
      <td className="number">{outcome === 'rejected' ? '–' : events}</td>
      <td>{texts.changed(changes)}</td>
      <td className="number">{durationMs} ms</td>
    </tr>
  );
}
