import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { bookingRows } from '../../api/queries/bookings.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import css from './today.module.css';

const MINUTE_MS = 60_000;

/** Stays that are held while their guests pay. */
export function Holds() {
  const { today: texts, common } = useTexts();
  const client = useQueryClient();
  const resources = useResources();
  const { data, error, refetch } = useQuery(bookingRows(client, { state: 'held' }));
  const at = useNow(10_000);
  const rows = (data?.bookings ?? []).filter(({ state }) => state === 'held');
  const ended = rows.filter(({ holdExpiresAt }) => holdExpiresAt !== null && Date.parse(holdExpiresAt) <= at);
  useEffect(() => {
    // What became of it is looked up.
    if (ended.length > 0) void refetch();
  }, [ended.length, refetch]);
  const left = (ends: string): string => {
    const minutes = Math.ceil((Date.parse(ends) - at) / MINUTE_MS);
    return minutes > 0 ? texts.minutesLeft(minutes) : texts.ended;
  };
  return (
    <Section title={texts.holds}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data !== undefined && rows.length === 0 && <p className="quiet">{texts.noHolds}</p>}
      <ul className={css.short}>
        {rows.map(({ id, guestName, resourceId, holdExpiresAt }) => (
          <li key={id} data-booking={id}>
            <Link to="/bookings/$id" params={{ id }}>
              <bdi>{guestName ?? common.noName}</bdi>
            </Link>
            <bdi>{resources.find(resourceId)?.name}</bdi>
            {holdExpiresAt !== null && <span className="quiet">{left(holdExpiresAt)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
