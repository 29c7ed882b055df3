import { lodging } from '../../api/lodging.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';

/** Where this operator is signed in. */
export function Sessions() {
  const { settings: texts, common, shell } = useTexts();
  const { timezone } = useSession().tenant;
  const { data, error, refetch } = useRead({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => lodging.consoleSession.listAll({ signal }),
  });
  return (
    <Section title={texts.sessions}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data && (
        <Table label={texts.sessions} columns={[texts.session, texts.began, texts.lastSeen, texts.ends]}>
          {data.sessions.map(({ id, kind, mode, createdAt, lastSeenAt, expiresAt, current }) => (
            <tr key={id} data-row={id}>
              <td>
                {texts.sessionKinds[kind]} {mode === 'test' && <Chip>{shell.sandbox}</Chip>}{' '}
                {current && <Chip kind="good">{texts.thisSession}</Chip>}
              </td>
              <td>
                <Moment at={createdAt} timeZone={timezone} />
              </td>
              <td>{lastSeenAt === null ? common.none : <Moment at={lastSeenAt} timeZone={timezone} />}</td>
              <td>
                <Moment at={expiresAt} timeZone={timezone} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
