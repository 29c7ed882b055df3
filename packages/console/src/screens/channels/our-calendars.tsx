import type { FeedToken } from '@lodging/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { FromNow } from '../../ui/when.tsx';
import css from './channels.module.css';
import { OpenFeedDialog } from './open-feed-dialog.tsx';

const CLOCK_MS = 60_000;
/** Other channels read several times a day. */
const SILENT_MS = 24 * 3_600_000;

function feedsQuery(resourceId: string) {
  return queryOptions({
    queryKey: ['feeds', resourceId],
    queryFn: ({ signal }) => lodging.resources.listFeedTokens(resourceId, { signal }).all({ limit: 100 }),
  });
}

interface OurCalendarsProps {
  /** The id of a resource. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The calendars in which other channels read when a resource is taken. */
export function OurCalendars({ chosen, onChoose }: OurCalendarsProps) {
  const { channels: texts } = useTexts();
  const { list, find } = useResources();
  const resourceId = (find(chosen ?? '') ?? list[0])?.id;
  if (resourceId === undefined) return null;
  return (
    <>
      <div className={css.form}>
        <SelectField
          label={texts.resource}
          choices={list.map(({ id, name }) => ({ value: id, label: name }))}
          value={resourceId}
          onChange={({ target }) => onChoose(target.value)}
        />
      </div>
      <Feeds key={resourceId} resourceId={resourceId} />
    </>
  );
}

function Feeds({ resourceId }: { readonly resourceId: string }) {
  const { channels: texts } = useTexts();
  const may = useMay();
  const client = useQueryClient();
  const [address, setAddress] = useState<string | null>(null);
  const { data, error, refetch } = useRead(feedsQuery(resourceId));
  const readAgain = () => client.invalidateQueries({ queryKey: ['feeds', resourceId] });
  const [isOpening, setOpening] = useState(false);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data?.length === 0 && <p>{texts.noFeeds}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.ours}
          columns={[texts.feed, texts.lastRead, { title: texts.action, isHidden: true }]}
        >
          {data.map((feed) => (
            <FeedRow key={feed.id} feed={feed} onAddress={setAddress} />
          ))}
        </Table>
      )}
      {may('operate') && <Button onPress={() => setOpening(true)}>{texts.openFeed}</Button>}
      {isOpening && (
        <OpenFeedDialog
          resourceId={resourceId}
          onOpened={(opened) => {
            setOpening(false);
            setAddress(opened);
            void readAgain();
          }}
          onClose={() => setOpening(false)}
        />
      )}
      {address !== null && (
        <SecretDialog
          title={texts.feedAddress}
          hint={texts.feedHint}
          secret={address}
          stored={texts.stored}
          onStored={() => setAddress(null)}
        />
      )}
    </>
  );
}

interface FeedRowProps {
  readonly feed: FeedToken;
  readonly onAddress: (address: string) => void;
}

function FeedRow({ feed: { id, resourceId, name, lastAccessedAt }, onAddress }: FeedRowProps) {
  const { channels: texts } = useTexts();
  const { tenant } = useSession();
  const may = useMay();
  const now = useNow(CLOCK_MS);
  const isSilent = lastAccessedAt !== null && now - Date.parse(lastAccessedAt) > SILENT_MS;
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: ['feeds', resourceId] });
  const replace = useWrite(() => lodging.resources.rotateFeedToken(resourceId, id), {
    after: ({ url }) => {
      onAddress(url);
      return readAgain();
    },
  });
  const close = useWrite(() => lodging.resources.deleteFeedToken(resourceId, id), {
    says: () => texts.feedClosed,
    after: readAgain,
  });
  return (
    <tr data-row={id}>
      <td>
        <bdi>{name ?? texts.feed}</bdi>
      </td>
      <td>
        {lastAccessedAt === null ? (
          texts.never
        ) : (
          <span className={isSilent ? css.silent : undefined}>
            <FromNow at={lastAccessedAt} timeZone={tenant.timezone} now={now} />
            {isSilent && `, ${texts.silent}`}
          </span>
        )}
      </td>
      <td className={css.actions}>
        {may('operate') && (
          <>
            <Button kind="quiet" isBusy={replace.isBusy} onPress={() => replace.run(undefined)}>
              {texts.replaceFeed}
            </Button>
            <Button kind="quiet" isBusy={close.isBusy} onPress={() => close.run(undefined)}>
              {texts.closeFeed}
            </Button>
          </>
        )}
        <Refusal error={replace.error ?? close.error} />
      </td>
    </tr>
  );
}
