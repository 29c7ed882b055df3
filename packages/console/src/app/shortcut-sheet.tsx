import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { Table } from '../ui/table.tsx';

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { shell, common } = useTexts();
  const { everywhere, calendar, rates } = shell.shortcutList;
  const groups = [
    [shell.shortcutsEverywhere, everywhere],
    [shell.screens.calendar, calendar],
    [shell.screens.rates, rates],
  ] as const;
  return (
    <Dialog title={shell.shortcuts} onClose={onClose} isWide>
      {groups.map(([title, keys], index) => (
        <section key={title}>
          {/* Else the button at its end has the focus, and the list begins scrolled down. */}
          <h3 tabIndex={-1} data-autofocus={index === 0 || undefined}>
            {title}
          </h3>
          <Table label={title} columns={[shell.shortcutKeys, shell.shortcutWhat]}>
            {keys.map(([pressed = '', what]) => (
              <tr key={pressed}>
                <td>
                  <kbd>{pressed}</kbd>
                </td>
                <td>{what}</td>
              </tr>
            ))}
          </Table>
        </section>
      ))}
      <DialogActions>
        <Button onPress={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
