import { operatorBody, operatorChangesBody, operatorPasswordBody, pageQuery } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { changeOperator } from '../../use-cases/operators/change-operator.ts';
import { createOperator } from '../../use-cases/operators/create-operator.ts';
import { endOperatorSessions } from '../../use-cases/operators/end-operator-sessions.ts';
import { findTenant } from '../../use-cases/tenants/find-tenant.ts';
import { removeOperator } from '../../use-cases/operators/remove-operator.ts';
import { setOperatorPassword } from '../../use-cases/operators/set-operator-password.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { listedOperatorToWire, operatorToWire } from '../../wire/operators.ts';

const OPERATORS = '/admin/v1/tenants/{id}/operators';
const OPERATOR = `${OPERATORS}/{operatorId}`;

export const operatorRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: OPERATORS,
    scope: 'operators',
    status: 201,
    body: operatorBody,
    run: (deps, ctx, { body }) => createOperator(deps, ctx, body),
    toWire: operatorToWire,
  }),
  adminRoute({
    method: 'GET',
    path: OPERATORS,
    scope: 'read',
    status: 200,
    query: pageQuery,
    async run(deps, ctx, { query }) {
      const { operators, cursors } = deps;
      const scope = { list: 'operators', tenantId: ctx.tenantId };
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      const tenant = await findTenant(deps, ctx);
      if (!tenant.ok) return tenant;
      return ok(cutPage(cursors, scope, await operators.list(ctx.tenantId, page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ operators: rows.map(listedOperatorToWire), nextCursor }),
  }),
  adminRoute({
    method: 'PATCH',
    path: OPERATOR,
    scope: 'operators',
    status: 200,
    body: operatorChangesBody,
    run: (deps, ctx, { operatorId, body }) => changeOperator(deps, ctx, { operatorId, changes: body }),
    toWire: operatorToWire,
  }),
  adminRoute({
    method: 'DELETE',
    path: OPERATOR,
    scope: 'operators',
    status: 204,
    run: (deps, ctx, { operatorId }) => removeOperator(deps, ctx, { operatorId }),
  }),
  adminRoute({
    method: 'PUT',
    path: `${OPERATOR}/password`,
    scope: 'operators',
    status: 204,
    body: operatorPasswordBody,
    run: (deps, ctx, { operatorId, body }) => setOperatorPassword(deps, ctx, { ...body, operatorId }),
  }),
  adminRoute({
    method: 'DELETE',
    path: `${OPERATOR}/sessions`,
    scope: 'operators',
    status: 204,
    run: (deps, ctx, { operatorId }) => endOperatorSessions(deps, ctx, { operatorId }),
  }),
];
