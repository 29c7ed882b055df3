import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { CustomTemplate, MailTemplateRepository, TemplateKey } from '../../ports/mails.ts';
import { mailTemplates } from '../mail-schema.ts';

interface Key extends TemplateKey {
  readonly tenantId: string;
}

const COLUMNS = selectList(mailTemplates, { only: ['subject', 'text', 'html', 'updatedAt'] });
const IS_TEMPLATE = 'tenant_id = $tenantId AND type = $kind AND language = $language';
const find = namedStatement<Key>(
  'mail_template_find',
  `SELECT ${COLUMNS} FROM mail_templates WHERE ${IS_TEMPLATE}`,
);
const put = namedStatement<Key & CustomTemplate & { livemode: boolean }>(
  'mail_template_put',
  `INSERT INTO mail_templates (tenant_id, type, language, livemode, subject, text, html, updated_at)
   VALUES ($tenantId, $kind, $language, $livemode, $subject, $text, $html, $updatedAt)
   ON CONFLICT (tenant_id, type, language) DO UPDATE SET
     subject = excluded.subject, text = excluded.text, html = excluded.html, updated_at = excluded.updated_at`,
);
const remove = namedStatement<Key>('mail_template_delete', `DELETE FROM mail_templates WHERE ${IS_TEMPLATE}`);

export function createMailTemplateRepository(db: Database): MailTemplateRepository {
  return {
    async find(tenantId, key) {
      const [row] = await db.readInTenant<CustomTemplate>(tenantId, find({ tenantId, ...key }));
      return row;
    },
    async put(tenantId, key, template) {
      await db.writeInTenant(tenantId, put({ tenantId, ...key, ...template }));
    },
    async delete(tenantId, key) {
      await db.writeInTenant(tenantId, remove({ tenantId, ...key }));
    },
  };
}
