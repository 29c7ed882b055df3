import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { resourcesQuery } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/dialogs/secret-dialog.tsx';

/** Takes the resource off sale after a question, or puts it back. */
export function ArchiveButton({ resource: { id, name, archivedAt } }: { readonly resource: ResourceRecord }) {
  const { settings: texts } = useTexts();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const isArchived = archivedAt !== null;
  const { run, isBusy, error } = useWrite((archived: boolean) => lodging.resources.update(id, { archived }), {
    says: () => (isArchived ? texts.isBackOnSale : texts.isArchived),
    after: async () => {
      setOpen(false);
      await client.invalidateQueries({ queryKey: resourcesQuery.queryKey });
    },
  });
  return (
    <>
      <Button kind="quiet" isBusy={isBusy} onPress={() => (isArchived ? run(false) : setOpen(true))}>
        {isArchived ? texts.putBack : texts.archive} <span className="hidden">{name}</span>
      </Button>
      {!isOpen && <Refusal error={error} />}
      {isOpen && (
        <ConfirmDialog
          title={texts.archiveWhich(name)}
          words={texts.archiveMeans}
          confirm={texts.archive}
          isBusy={isBusy}
          onConfirm={() => run(true)}
          onClose={() => setOpen(false)}
        >
          <Refusal error={error} />
        </ConfirmDialog>
      )}
    </>
  );
}
