import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { Table } from '../ui/table.tsx';

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { shell, common } = useTexts();
  return (
    <Dialog title={shell.shortcuts} onClose={onClose}>
      <Table label={shell.shortcuts} columns={[shell.shortcutKeys, shell.shortcutWhat]}>
        {shell.shortcutList.map(([keys = '', what]) => (
          <tr key={keys}>
            <td>
              <kbd>{keys}</kbd>
            </td>
            <td>{what}</td>
          </tr>
        ))}
      </Table>
      <DialogActions>
        <Button onPress={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
