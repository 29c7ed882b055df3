import type { Guest, GuestErasure, GuestStay } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isLodgingError, lodging } from '../../api/lodging.ts';
import { guestStaysQuery } from '../../api/queries/guests.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice, Refusal } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './guests.module.css';

interface EraseDialogProps {
  readonly guest: Guest;
  readonly onErased: (erasure: GuestErasure) => void;
  readonly onClose: () => void;
}

const OPEN_STATES: readonly string[] = ['pending', 'held', 'confirmed', 'checked_in'];

/** What cannot be taken back: the number of a booking of the guest is typed first. */
export function EraseDialog({ guest, onErased, onClose }: EraseDialogProps) {
  const { guests: texts } = useTexts();
  const { data: stays, error, refetch } = useQuery(guestStaysQuery(guest.id));
  const open = stays?.filter(({ state }) => OPEN_STATES.includes(state)) ?? [];
  return (
    <Dialog title={texts.eraseGuest} onClose={onClose}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {stays === undefined && error === null && <Skeleton />}
      {open.length > 0 && (
        <>
          <Notice kind="warn">{texts.hasOpenStays}</Notice>
          <OpenStays ids={open.map(({ id }) => id)} stays={open} />
          <DialogActions>
            <Close onClose={onClose} />
          </DialogActions>
        </>
      )}
      {stays !== undefined && open.length === 0 && (
        <Confirm guest={guest} stays={stays} onErased={onErased} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Close({ onClose }: { readonly onClose: () => void }) {
  const { common } = useTexts();
  return <Button onPress={onClose}>{common.cancel}</Button>;
}

interface OpenStaysProps {
  readonly ids: readonly string[];
  readonly stays: readonly GuestStay[];
}

function OpenStays({ ids, stays }: OpenStaysProps) {
  return (
    <ul className={css.list}>
      {ids.map((id) => (
        <li key={id}>
          <Link to="/bookings/$id" params={{ id }}>
            <code>{stays.find((stay) => stay.id === id)?.reference ?? id}</code>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Confirm({ guest, stays, onErased, onClose }: EraseDialogProps & Pick<OpenStaysProps, 'stays'>) {
  const { guests: texts, booking } = useTexts();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const { run, isBusy, error } = useErase(guest.id, (erasure) => {
    onErased(erasure);
    onClose();
  });
  // Their money may be open although they are over.
  const inTheWay = isLodgingError(error) && error.code === 'guest_has_open_stays' ? error.reservationIds : [];
  const erase = (): unknown => {
    if (stays.length === 0 || isNumberOf(stays, typed)) return run(undefined);
    setFault(texts.otherNumber);
    return undefined;
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        erase();
      }}
    >
      <p>{texts.goes}</p>
      <p>{texts.staysBehind}</p>
      {stays.length > 0 && (
        <TextField
          label={booking.number}
          hint={texts.numberHint}
          value={typed}
          fault={fault}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
        />
      )}
      <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy}>
        {inTheWay && inTheWay.length > 0 && <OpenStays ids={inTheWay} stays={stays} />}
      </Refusal>
      <DialogActions>
        <Button type="submit" kind="danger" isBusy={isBusy}>
          {texts.eraseForGood}
        </Button>
        <Close onClose={onClose} />
      </DialogActions>
    </form>
  );
}

/** In any case, with or without hyphens. */
function isNumberOf(stays: readonly GuestStay[], typed: string): boolean {
  const number = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return stays.some(({ reference }) => reference === number);
}

function useErase(id: string, after: (erasure: GuestErasure) => void) {
  const { guests: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(() => lodging.guests.erase(id), {
    says: () => texts.erasedNow,
    after: async (erasure) => {
      after(erasure);
      // Nothing of the guest stays in memory.
      for (const key of ['guests', 'booking', 'bookings', 'find'])
        await client.invalidateQueries({ queryKey: [key] });
    },
  });
}
