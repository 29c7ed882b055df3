import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bookingRows } from '../../api/queries/bookings.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useRead } from '../../api/use-read.ts';
import { HoldLeft } from '../../desk/hold-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './today.module.css';

/** Stays that are held while their guests pay. */
export function Holds() {
  const { today: texts, common } = useTexts();
  const client = useQueryClient();
  const resources = useResources();
  const { data, error, refetch } = useRead(bookingRows(client, { state: 'held' }));
  const rows = (data?.bookings ?? []).filter(({ state }) => state === 'held');
  return (
    <Section title={texts.holds}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={1} />}
      {data !== undefined && rows.length === 0 && <p className="quiet">{texts.noHolds}</p>}
      <ul className={css.short}>
        {rows.map(({ id, guestName, resourceId, holdExpiresAt }) => (
          <li key={id} data-booking={id}>
            <Link to="/bookings/$id" params={{ id }}>
              <bdi>{guestName ?? common.noName}</bdi>
            </Link>
            <bdi>{resources.find(resourceId)?.name}</bdi>
            {holdExpiresAt !== null && <HoldLeft id={id} endsAt={holdExpiresAt} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
