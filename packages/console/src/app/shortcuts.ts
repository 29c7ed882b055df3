import { openFind } from './find-store.ts';
import { preferences } from './preferences.ts';
import type { ConsoleRouter } from './router.tsx';
import { openSheet } from './find-store.ts';
import { sessionStore } from '../api/session.ts';

/** Keys of the whole page. Single keys act outside of fields, and can be switched off. What a grid does with a key comes first. */
export function startShortcuts(router: ConsoleRouter): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'k') {
      event.preventDefault();
      openFind();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target)) return;
    if (isInRow(event.target) && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      moveRow(key === 'ArrowDown' ? 1 : -1);
      return;
    }
    if (!preferences().singleKeys) return;
    const run = singleKey(key, router);
    if (run === null) return;
    event.preventDefault();
    run();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

function singleKey(key: string, router: ConsoleRouter): (() => void) | null {
  const mayBook = sessionStore.get().current?.permissions.includes('book') === true;
  if (key === '/') return openFind;
  if (key === '?') return openSheet;
  if (key === 'n' && mayBook) return () => void router.navigate({ to: '/new-booking' });
  if (key === 'j' || key === 'k') return () => moveRow(key === 'j' ? 1 : -1);
  return null;
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea') !== null;
}

function isInRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('tr[data-booking], tr[data-row]') !== null;
}

/** The focus goes to the link of the next row that has one. */
function moveRow(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('tr[data-booking] a, tr[data-row] a')].filter(
    (link, index, all) => all.findIndex((one) => one.closest('tr') === link.closest('tr')) === index,
  );
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => link.closest('tr') === row);
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
}
