import { useNavigate } from '@tanstack/react-router';
import type { Resources } from '../../api/queries/resources.ts';
import type { BookingRow } from '../../api/records.ts';
import { usePreferences } from '../../app/preferences.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/table.tsx';
import css from './bookings.module.css';
import { COLUMNS } from './columns.tsx';

interface BookingsTableProps {
  readonly rows: readonly BookingRow[];
  readonly resources: Resources;
}

export function BookingsTable({ rows, resources }: BookingsTableProps) {
  const texts = useTexts();
  const navigate = useNavigate();
  const { hiddenColumns } = usePreferences();
  const columns = COLUMNS.filter(({ name }, index) => index === 0 || !hiddenColumns.includes(name));
  return (
    <div className={css.table}>
      <Table
        label={texts.bookings.table}
        columns={columns.map(({ title, isNumber }) => ({ title: title(texts), isNumber }))}
      >
        {rows.map((row) => (
          <tr
            key={row.id}
            data-booking={row.id}
            className={css.row}
            // For the pointer; the link in it is for the keyboard.
            onClick={({ target }) => {
              const isLink = target instanceof Element && target.closest('a') !== null;
              if (!isLink && getSelection()?.isCollapsed !== false)
                void navigate({ to: '/bookings/$id', params: { id: row.id } });
            }}
          >
            {columns.map(({ name, cell, isNumber }) => (
              <td key={name} className={isNumber ? 'number' : undefined} data-column={name}>
                {cell(row, resources.find(row.resourceId), texts)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}
