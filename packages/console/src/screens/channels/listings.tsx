import type { ChannelListing } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { listingBlocksQuery, listingsQuery } from '../../api/queries/channels.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import css from './channels.module.css';
import { MapDialog } from './map-dialog.tsx';

/** The resources whose nights the events of a connection take. */
export function Listings({ id }: { readonly id: string }) {
  const { channels: texts } = useTexts();
  const may = useMay();
  const [isMapping, setMapping] = useState(false);
  const { data, error, refetch } = useRead(listingsQuery(id));
  return (
    <Section title={texts.resources}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p className="quiet">{texts.noListings}</p>}
      {data && data.length > 0 && (
        <Table label={texts.resources} columns={[texts.resource, { title: texts.action, isHidden: true }]}>
          {data.map((listing) => (
            <ListingRow key={listing.id} listing={listing} />
          ))}
        </Table>
      )}
      {data && may('operate') && <Button onPress={() => setMapping(true)}>{texts.map}</Button>}
      {data && isMapping && <MapDialog connectionId={id} listings={data} onClose={() => setMapping(false)} />}
    </Section>
  );
}

function ListingRow({ listing }: { readonly listing: ChannelListing }) {
  const { channels: texts } = useTexts();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { name = '' } = useResources().find(listing.resourceId) ?? {};
  return (
    <tr data-row={listing.id}>
      <td>
        <bdi>{name}</bdi>{' '}
        {listing.externalListingId !== null && (
          <span className="quiet">
            <bdi>{listing.externalListingId}</bdi>
          </span>
        )}
      </td>
      <td className={css.actions}>
        {may('operate') && (
          <Button kind="quiet" onPress={() => setOpen(true)}>
            {texts.removeMapping(name)}
          </Button>
        )}
        {isOpen && <RemoveDialog listing={listing} name={name} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  );
}

interface RemoveDialogProps {
  readonly listing: ChannelListing;
  readonly name: string;
  readonly onClose: () => void;
}

function RemoveDialog({ listing, name, onClose }: RemoveDialogProps) {
  const { channels: texts } = useTexts();
  const client = useQueryClient();
  const { data: blocks } = useQuery(listingBlocksQuery(listing));
  const { run, isBusy, error } = useWrite(
    () => lodging.channelConnections.deleteListing(listing.connectionId, listing.id),
    {
      says: () => texts.mappingRemoved(name),
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      },
    },
  );
  return (
    <ConfirmDialog
      title={texts.removeMapping(name)}
      words={blocks === undefined ? '' : texts.disconnectQuestion(blocks)}
      confirm={texts.removeMapping(name)}
      isBusy={isBusy}
      onConfirm={() => run(undefined)}
      onClose={onClose}
    >
      <Refusal error={error} />
    </ConfirmDialog>
  );
}
