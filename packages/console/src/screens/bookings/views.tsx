import { addDays, weekdayOf } from '@lodging/format';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useSession } from '../../api/session.ts';
import { changePreferences, usePreferences } from '../../app/preferences.ts';
import { readSearch, writeSearch } from '../../app/search.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import css from './bookings.module.css';
import type { BookingsSearch } from '../../app/search.ts';

/** What a view may keep in this browser: nothing that names a guest. */
const OF_A_GUEST = ['q', 'email', 'reference', 'guest', 'metadataValue'];

/** Views are addresses. */
export function Views({ search }: { readonly search: BookingsSearch }) {
  const { bookings: texts } = useTexts();
  const { tenant } = useSession();
  const { views } = usePreferences();
  const today = todayIn(tenant.timezone);
  const monday = addDays(today, 1 - weekdayOf(today));
  const given: readonly (readonly [string, BookingsSearch])[] = [
    [
      texts.viewList.arriving,
      { state: 'confirmed', arrivalFrom: monday, arrivalUntil: addDays(monday, 6), sort: 'arrival' },
    ],
    [texts.viewList.unpaid, { balance: 'due' }],
    [texts.viewList.cancelled, { state: 'cancelled', cancelledOn: addDays(today, -1) }],
  ];
  return (
    <nav className={css.views} aria-label={texts.views}>
      <ul>
        {given.map(([name, query]) => (
          <li key={name}>
            <Link to="/bookings" search={query}>
              {name}
            </Link>
          </li>
        ))}
        {views.map(({ name, query }) => (
          <li key={name}>
            <Link to="/bookings" search={readSearch(query)}>
              <bdi>{name}</bdi>
            </Link>
            <Button
              kind="quiet"
              aria-label={texts.removeView(name)}
              onPress={() => changePreferences({ views: views.filter((one) => one.name !== name) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      <SaveView search={search} />
    </nav>
  );
}

function SaveView({ search }: { readonly search: BookingsSearch }) {
  const { bookings: texts } = useTexts();
  const { views } = usePreferences();
  const [name, setName] = useState('');
  const kept = Object.entries(search).filter(([key]) => !OF_A_GUEST.includes(key));
  if (kept.length === 0) return null;
  const save = (): void => {
    const others = views.filter((one) => one.name !== name);
    changePreferences({ views: [...others, { name, query: writeSearch(Object.fromEntries(kept)) }] });
    setName('');
  };
  return (
    <details className={css.columns}>
      <summary>{texts.saveView}</summary>
      <form
        className={css.saveView}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <TextField
          label={texts.viewName}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit">{texts.saveView}</Button>
      </form>
    </details>
  );
}
