import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import css from './table.module.css';

/** A title; of numbers, which stand at the end of their column, or of a column whose title is for screen readers. */
export type TableColumn =
  | string
  | { readonly title: string; readonly isNumber?: boolean | undefined; readonly isHidden?: boolean };

interface TableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly children: ReactNode;
}

/** A table whose rows are cards where the screen is narrow. */
export function Table({ label, columns, children }: TableProps) {
  const ref = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    // The cards name their values, which the style sheet cannot know.
    const titles = columns.map(asColumn);
    for (const row of ref.current?.tBodies[0]?.rows ?? [])
      for (const [index, cell] of [...row.cells].entries()) {
        const { title = '', isHidden = false } = titles[index] ?? {};
        cell.dataset['label'] = isHidden ? '' : title;
      }
  });
  return (
    <div className={css.scroll}>
      <table ref={ref} aria-label={label} className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { title, isNumber = false, isHidden = false } = asColumn(column);
              return (
                <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
                  {isHidden ? <span className="hidden">{title}</span> : title}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const asColumn = (column: TableColumn): Exclude<TableColumn, string> =>
  typeof column === 'string' ? { title: column } : column;

/** The title of a column of numbers. */
export const numbers = (title: string): TableColumn => ({ title, isNumber: true });
