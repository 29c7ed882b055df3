import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import css from './plans.module.css';

interface ListFieldsProps<Item> {
  readonly title: string;
  readonly hint?: string;
  readonly items: readonly Item[];
  readonly words: {
    readonly one: (n: number) => string;
    readonly add: string;
    readonly remove: (n: number) => string;
  };
  readonly blank: Item;
  readonly onChange: (items: readonly Item[]) => void;
  readonly children: (item: Item, index: number, set: (changed: Partial<Item>) => void) => ReactNode;
}

/** Entries of a list, each with its fields, and the buttons that add and remove one. */
export function ListFields<Item extends object>(props: ListFieldsProps<Item>) {
  const { title, hint, items, words, blank, onChange, children } = props;
  return (
    <section className={css.list} aria-label={title}>
      <h3>{title}</h3>
      {hint !== undefined && <p className="quiet small">{hint}</p>}
      {items.map((item, index) => (
        <fieldset key={index} className={css.group}>
          <legend className="hidden">{words.one(index + 1)}</legend>
          {children(item, index, (changed) => onChange(items.with(index, { ...item, ...changed })))}
          <Button
            kind="quiet"
            className={css.remove}
            aria-label={words.remove(index + 1)}
            onPress={() => onChange(items.toSpliced(index, 1))}
          >
            ×
          </Button>
        </fieldset>
      ))}
      <Button kind="quiet" className={css.add} onPress={() => onChange([...items, blank])}>
        {words.add}
      </Button>
    </section>
  );
}
