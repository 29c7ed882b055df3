import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../api/permissions.ts';
import { useSession } from '../api/session.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CircleUserRound, Plus, Search } from '../ui/icon.tsx';
import { ActionsMenu } from '../ui/menu.tsx';
import { FindBooking } from './find-booking.tsx';
import { closeFind, openFind, usePageDialog } from './find-store.ts';
import { SCREENS } from './screens.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { leaveConsole } from './sign-out.ts';
import css from './shell.module.css';
import { StatusLine } from './status-line.tsx';

export function Shell() {
  const { shell } = useTexts();
  const dialog = usePageDialog();
  return (
    <div className={css.page}>
      <a className={css.skip} href="#content">
        {shell.skip}
      </a>
      <Banner />
      <Navigation />
      <main id="content" tabIndex={-1} className={css.content}>
        <Outlet />
      </main>
      <StatusLine />
      {dialog === 'find' && <FindBooking onClose={closeFind} />}
      {dialog === 'sheet' && <ShortcutSheet onClose={closeFind} />}
    </div>
  );
}

function Navigation() {
  const { shell } = useTexts();
  const { pathname } = useLocation();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone it is a bar that scrolls sideways, and the current screen may be beyond its edge.
    const bar = ref.current;
    const link = bar?.querySelector<HTMLElement>('[aria-current=page]');
    if (!bar || !link || bar.scrollWidth <= bar.clientWidth) return;
    const { left, width } = link.getBoundingClientRect();
    bar.scrollLeft += left - bar.getBoundingClientRect().left - (bar.clientWidth - width) / 2;
  }, [pathname]);
  return (
    <nav ref={ref} className={css.main} aria-label={shell.main}>
      <ul>
        {SCREENS.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={css.link}>
              <Icon size={18} aria-hidden="true" />
              {shell.screens[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Banner() {
  const { shell } = useTexts();
  const { tenant, mode, operator } = useSession();
  const may = useMay();
  return (
    <header className={css.banner} data-mode={mode}>
      <strong className={css.tenant}>
        <bdi>{tenant.name}</bdi>
      </strong>
      {mode === 'test' && <span className={css.sandbox}>{shell.sandbox}</span>}
      <span className={css.tools}>
        <Button onPress={openFind} aria-keyshortcuts="Control+K">
          <Search size={16} aria-hidden="true" />
          {shell.findBooking}
        </Button>
        {may('book') && (
          <Link to="/new-booking" className={buttonClass('accent')}>
            <Plus size={16} aria-hidden="true" />
            {shell.newBooking}
          </Link>
        )}
        <ActionsMenu
          label={shell.account(operator.email)}
          choices={[
            { id: 'here', label: shell.signOut, onChoose: () => leaveConsole('here') },
            { id: 'everywhere', label: shell.signOutEverywhere, onChoose: () => leaveConsole('everywhere') },
          ]}
        >
          <CircleUserRound size={18} aria-hidden="true" />
          <span className={css.operator}>{operator.email}</span>
        </ActionsMenu>
      </span>
    </header>
  );
}
