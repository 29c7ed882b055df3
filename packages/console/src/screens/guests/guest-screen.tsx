import type { Guest, GuestErasure } from '@lodging/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isNoSuch } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { guestQuery } from '../../api/queries/guests.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Consents } from './consents.tsx';
import { Erased } from './erased.tsx';
import { GuestActions } from './guest-actions.tsx';
import { GuestFacts } from './guest-facts.tsx';
import { GuestStays } from './guest-stays.tsx';
import css from './guests.module.css';
import { Profile } from './profile.tsx';

const route = getRouteApi('/guests/$id');

export function GuestScreen() {
  const { id } = route.useParams();
  return <OneGuest key={id} id={id} />;
}

function OneGuest({ id }: { readonly id: string }) {
  const { guests: texts, booking } = useTexts();
  const { data: guest, error, refetch } = useQuery(guestQuery(id));
  const [erasure, setErasure] = useState<GuestErasure | null>(null);
  const title = useTitle(guest);
  if (guest === undefined && isNoSuch(error))
    return (
      <Screen title={texts.nothingHere}>
        <p>{texts.nothingHereWhat}</p>
      </Screen>
    );
  if (guest === undefined)
    return (
      <Screen title={booking.guest}>
        {error === null ? <Skeleton rows={8} /> : <Refusal error={error} onTryAgain={() => refetch()} />}
      </Screen>
    );
  const isErased = guest.erasedAt !== null;
  return (
    <Screen title={title} actions={!isErased && <GuestActions guest={guest} onErased={setErasure} />}>
      <div className={css.screen}>
        <GuestFacts guest={guest} />
        {erasure !== null && <Erased erasure={erasure} />}
        {!isErased && (
          <div className={css.columns}>
            <ProfileOf guest={guest} />
            <Consents guest={guest} />
          </div>
        )}
        <GuestStays id={id} />
      </div>
    </Screen>
  );
}

function ProfileOf({ guest }: { readonly guest: Guest }) {
  const may = useMay();
  return <Profile key={guest.id} guest={guest} isFixed={!may('book')} />;
}

function useTitle(guest: Guest | undefined): string {
  const { guests: texts, common } = useTexts();
  const { dateOf } = useFormats();
  const { tenant } = useSession();
  if (guest === undefined) return texts.title;
  if (guest.erasedAt !== null) return texts.erasedOn(dateOf(guest.erasedAt, tenant.timezone));
  return guest.name ?? guest.email ?? common.noName;
}
