import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { findBookings } from '../api/queries/find.ts';
import { useResources } from '../api/queries/resources.ts';
import type { Resources } from '../api/queries/resources.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Refusal } from '../ui/notice.tsx';
import { StateChip } from '../ui/state-chip.tsx';
import { Day, localDate } from '../ui/when.tsx';
import css from './find-booking.module.css';
import { SCREENS } from './screens.ts';

const MOST_RESOURCES = 5;
type NavigateTo = Parameters<ReturnType<typeof useNavigate>>[0];
const SHORTEST = 3;

interface Found {
  readonly key: string;
  readonly row: React.ReactNode;
  readonly open: () => unknown;
}

/** Bookings by what is known of them, and pages by their name. */
export function FindBooking({ onClose }: { readonly onClose: () => void }) {
  const { find: texts } = useTexts();
  const [text, setText] = useState('');
  const id = useId();
  const { found, isSearching, error, tryAgain } = useFound(text.trim(), onClose);
  const { chosen, onKeyDown } = useChosen(text, found, isSearching);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <input
        className={css.input}
        role="combobox"
        aria-label={texts.title}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <ul className={css.list} role="listbox" id={`${id}-list`} aria-label={texts.title}>
        {found.map(({ key, row, open }, index) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field.
          <li
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={css.option}
            onClick={open}
          >
            {row}
          </li>
        ))}
      </ul>
      <Refusal error={error} onTryAgain={tryAgain} />
      <p className={css.hint} aria-live="polite">
        {hintOf(texts, text.trim(), { isSearching, isEmpty: found.length === 0 && error === null })}
      </p>
    </Dialog>
  );
}

/** Enter opens what is chosen, and waits for a search that is under way. */
function useChosen(text: string, found: readonly Found[], isSearching: boolean) {
  const [at, setAt] = useState({ text, index: 0 });
  const [opensFor, setOpensFor] = useState<string | null>(null);
  const chosen = Math.min(at.text === text ? at.index : 0, Math.max(0, found.length - 1));
  const first = found[chosen];
  useEffect(() => {
    if (opensFor === null || isSearching) return;
    setOpensFor(null);
    if (opensFor === text) first?.open();
  }, [opensFor, isSearching, text, first]);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) setOpensFor(text);
    else setAt({ text, index: (chosen + step + found.length) % Math.max(1, found.length) });
  };
  return { chosen, onKeyDown };
}

function hintOf(
  texts: ReturnType<typeof useTexts>['find'],
  text: string,
  { isSearching, isEmpty }: { readonly isSearching: boolean; readonly isEmpty: boolean },
): string {
  if (text.length < SHORTEST) return `${texts.hint} ${texts.short}`;
  if (isSearching || !isEmpty) return texts.hint;
  return texts.nothing(text);
}

function roomsNamed(typed: string, list: Resources['list']): Resources['list'] {
  if (typed === '') return [];
  return list.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, MOST_RESOURCES);
}

function useFound(text: string, onClose: () => void) {
  const { shell, common } = useTexts();
  const navigate = useNavigate();
  const resources = useResources();
  const searched = useDeferredValue(text);
  const { data, isFetching, error, refetch } = useQuery({
    ...findBookings(searched),
    enabled: searched.length >= SHORTEST,
  });
  const go = (to: string, params?: object, search?: object) => () => {
    onClose();
    void navigate({ to, ...(params && { params }), ...(search && { search }) } as NavigateTo);
  };
  const typed = text.toLowerCase();
  const pages = SCREENS.filter(
    ({ name }) => typed !== '' && shell.screens[name].toLowerCase().startsWith(typed),
  ).map(({ to, name }): Found => ({ key: to, row: <span>{shell.screens[name]}</span>, open: go(to) }));
  const rooms = roomsNamed(typed, resources.list).map(({ id, name }): Found => {
    const row = (
      <>
        <bdi className={css.guest}>{name}</bdi> <span className={css.what}>{shell.screens.calendar}</span>
      </>
    );
    return { key: id, row, open: go('/calendar', undefined, { find: name }) };
  });
  const bookings = (text.length >= SHORTEST ? (data ?? []) : []).map((booking): Found => {
    const zone = resources.find(booking.resourceId)?.timezone ?? 'UTC';
    return {
      key: booking.id,
      open: go('/bookings/$id', { id: booking.id }),
      row: (
        <>
          <bdi className={css.guest}>{booking.guestName ?? common.noName}</bdi>
          <StateChip state={booking.state} />
          <span className={css.what}>
            <code>{booking.reference}</code> <Day date={localDate(booking.startsAt, zone)} isShort />{' '}
            <bdi>{resources.find(booking.resourceId)?.name}</bdi>
          </span>
        </>
      ),
    };
  });
  return {
    found: [...bookings, ...pages, ...rooms],
    isSearching: text.length >= SHORTEST && (isFetching || searched !== text),
    error,
    tryAgain: () => refetch(),
  };
}
