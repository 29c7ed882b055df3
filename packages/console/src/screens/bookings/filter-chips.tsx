import { isDate } from '@lodging/format';
import { useRef } from 'react';
import { useResources } from '../../api/queries/resources.ts';
import type { BookingsSearch } from '../../app/search.ts';
import type { Texts } from '../../texts/texts.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SHORTEST_SEARCH } from '../../ui/fields/search-field.tsx';
import css from './bookings.module.css';
import { listed } from './filters.ts';

interface FilterChipsProps {
  readonly search: BookingsSearch;
  readonly onChange: (changed: BookingsSearch) => void;
}

type Name = keyof BookingsSearch;

interface ActiveFilter {
  readonly words: string;
  /** What the address has without it. */
  readonly without: BookingsSearch;
}

/** What the list is filtered by, each with a button that takes it off. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const { bookings: texts } = useTexts();
  const filters = useActiveFilters(search);
  const group = useRef<HTMLDivElement>(null);
  if (filters.length === 0) return null;
  const cleared = Object.assign({}, ...filters.map(({ without }) => without)) as BookingsSearch;
  const names = Object.keys(cleared) as Name[];
  // The pressed button goes: the next one has the focus, and the search where none is left.
  const keepFocus = (): void => {
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.findIndex((one) => one === document.activeElement) + 1];
    if (filters.length === 1 || next === undefined) focusSearch();
    else next.focus();
  };
  return (
    <div ref={group} className={css.chips}>
      <ul aria-label={texts.active}>
        {filters.map(({ words, without }) => (
          <li key={words}>
            {/* The words are no label: the field of the filter has the same ones. */}
            <Button
              className={css.chip}
              onPress={() => {
                keepFocus();
                onChange(without);
              }}
            >
              <span aria-hidden="true">
                <bdi>{words}</bdi> ×
              </span>
              <span className="hidden">{texts.remove(words)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        onPress={() => {
          focusSearch();
          onChange(Object.fromEntries(names.map((name) => [name, undefined])));
        }}
      >
        {texts.clear}
      </Button>
    </div>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('main input[type=search]')?.focus();
}

const LISTS: readonly Name[] = ['state', 'balance', 'source'];

function useActiveFilters(search: BookingsSearch): ActiveFilter[] {
  const { bookings: texts, common } = useTexts();
  const wordsOf = useValueWords();
  return (Object.keys(search) as Name[]).flatMap((name): ActiveFilter[] => {
    const value = search[name];
    if (value === undefined || !isApplied(name, search)) return [];
    const title = titleOf(name, texts);
    if (!LISTS.includes(name)) {
      const words = wordsOf(name, value);
      return [{ words: words === null ? title : `${title}: ${words}`, without: { [name]: undefined } }];
    }
    const values = listed(value);
    const words: Readonly<Record<string, string>> = {
      ...common.states,
      ...common.balances,
      ...common.sources,
    };
    return values.map((one) => {
      const others = values.filter((other) => other !== one);
      const without = { [name]: others.length === 0 ? undefined : others.join(',') };
      return { words: `${title}: ${words[one] ?? one}`, without };
    });
  });
}

/** The address may have more: half a filter, or too few letters. */
function isApplied(name: Name, search: BookingsSearch): boolean {
  if (name === 'sort') return false;
  if (name === 'q') return (search.q ?? '').trim().length >= SHORTEST_SEARCH;
  const isHalf = search.metadataKey === undefined || search.metadataValue === undefined;
  return !(name.startsWith('metadata') && isHalf);
}

function titleOf(name: Name, texts: Texts['bookings']): string {
  const titles: Readonly<Partial<Record<Name, string>>> = { q: texts.searched, plan: texts.ratePlan };
  return titles[name] ?? (texts[name as keyof Texts['bookings']] as string);
}

/** Null of what has an id alone. */
function useValueWords(): (name: Name, value: string) => string | null {
  const { list } = useResources();
  const { date } = useFormats();
  return (name, value) => {
    if (name === 'guest' || name === 'group') return null;
    if (name === 'resource') return list.find(({ id }) => id === value)?.name ?? '…';
    if (name === 'plan')
      return list.flatMap(({ ratePlans }) => ratePlans).find(({ id }) => id === value)?.name ?? '…';
    return isDate(value) ? date(value) : value;
  };
}
