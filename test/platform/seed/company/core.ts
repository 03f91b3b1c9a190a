import type { ProjectContent } from './content.ts';

export const core: ProjectContent = {
  path: 'acme/core',
  name: 'Core',
  description: 'Orders, invoices and payments of the Acme shop: the service behind the website and the apps',
  topics: ['typescript', 'postgresql', 'payments'],
  visibility: 'private',
  ageDays: 900,
  files: {
    'src/server.ts':
      "import { createRouter } from './http/router.ts';\nimport { connect } from './db/pool.ts';\n\nconst port = Number(process.env['PORT'] ?? 8080);\nawait connect();\ncreateRouter().listen(port);\n",
    'src/http/router.ts': "import type { Order } from '../orders/order.ts';\n\nexport const maxBodyBytes = 262144;\n",
    'src/orders/order.ts':
      "export interface Order {\n  id: number;\n  customerId: number;\n  lines: OrderLine[];\n  state: 'open' | 'paid' | 'shipped' | 'refunded';\n}\n\nexport interface OrderLine {\n  sku: string;\n  quantity: number;\n  priceCents: number;\n}\n",
    'src/invoices/tax.ts': "export const standardRate = '20 %';\n",
    'src/payments/provider.ts': 'export const timeoutMs = 5000;\n',
    'src/db/pool.ts': 'export const maxConnections = 10;\n',
    'docs/architecture.md': '# Architecture\n\nOne service, one database, one queue.\n',
    'docs/runbook.md': '# Runbook\n\nWhat to do when an alert arrives.\n',
    'migrations/0001_orders.sql':
      'CREATE TABLE orders (\n  id bigserial PRIMARY KEY,\n  customer_id bigint NOT NULL,\n  state text NOT NULL\n);\n',
  },
  submodule: { folder: 'deploy/images', url: '../platform/runner-images.git', path: 'acme/platform/runner-images' },
  changes: [
    ['Read the database URL from the environment', 'src/db/pool.ts'],
    ['Add the list of orders of a customer', 'src/orders/list.ts'],
    ['Validate quantities of order lines', 'src/orders/order.ts'],
    ['Add invoices with sequential numbers', 'src/invoices/invoice.ts'],
    ['Log the request ID with every error', 'src/http/router.ts'],
    ['Calculate tax for each order line', 'src/invoices/tax.ts'],
    [
      'Describe how to restore the database',
      'docs/runbook.md',
      '## Restore the database\n\n1. Stop the workers.\n2. `make restore FROM=2026-01-31`\n3. Compare the number of orders with the report of that day.\n4. Start the workers.',
    ],
    ['Connect the payment provider', 'src/payments/provider.ts'],
    ['Verify signatures of payment webhooks', 'src/payments/webhook.ts'],
    ['Return 409 if an order was changed meanwhile', 'src/orders/update.ts'],
    ['Send invoices as PDF by email', 'src/invoices/send.ts'],
    ['Add an index on orders by customer', 'migrations/0002_orders_customer.sql'],
    ['Retry failed emails with a delay', 'src/invoices/send.ts'],
    ['Page through orders by keyset', 'src/orders/list.ts'],
    ['Reject orders for products that are sold out', 'src/orders/stock.ts'],
    [
      'Explain the states of an order',
      'docs/architecture.md',
      '## States of an order\n\n`open` → `paid` → `shipped`. A refund is possible after `paid`.',
    ],
    ['Support reverse charge within the EU', 'src/invoices/tax.ts'],
    ['Limit login attempts per address', 'src/http/limits.ts'],
    ['Close database connections on shutdown', 'src/db/pool.ts'],
    ['Export invoices for the accounting system', 'src/invoices/export.ts'],
    ['Cancel reservations after 30 minutes', 'src/orders/stock.ts'],
    ['Update exchange rates every morning', 'src/payments/rates.ts'],
    ['Measure the duration of database queries', 'src/db/metrics.ts'],
    ['Move rate limits to the gateway', 'src/http/limits.ts'],
    ['Add partial shipments', 'src/orders/shipment.ts'],
    ['Check totals with integer cents', 'src/invoices/invoice.ts'],
    [
      'Write down the on-call checklist',
      'docs/runbook.md',
      '## On call\n\n- Acknowledge the alert within ten minutes.\n- Write into #incidents what you see, before you change anything.\n- Ask for help after half an hour.',
    ],
    ['Accept discount codes', 'src/orders/discount.ts'],
    ['Refuse expired discount codes', 'src/orders/discount.ts'],
    ['Store the language of a customer with the order', 'src/orders/order.ts'],
    ['Group the metrics by route', 'src/db/metrics.ts'],
    ['Fix the time zone of due dates', 'src/invoices/invoice.ts'],
    ['Ask the provider again after a timeout', 'src/payments/provider.ts'],
    ['Show the tracking number in shipments', 'src/orders/shipment.ts'],
    ['Skip customers without an address in exports', 'src/invoices/export.ts'],
    ['Name the failed check in health replies', 'src/http/health.ts'],
    ['Raise the connection limit for the sale', 'src/db/pool.ts'],
    ['Keep the order of invoice lines', 'src/invoices/invoice.ts'],
    ['Read exchange rates from the cache first', 'src/payments/rates.ts'],
    ['Warn before a certificate expires', 'src/http/health.ts'],
  ],
  branches: {
    merged: { name: 'fix/tax-rounding', change: ['Round tax per invoice line', 'src/invoices/tax.ts'] },
    topic: { name: 'cache-exchange-rates', change: ['Cache exchange rates for an hour', 'src/payments/rates.ts'] },
    feature: {
      name: 'feature/partial-refunds',
      changes: [
        ['Refund single order lines', 'src/payments/refund.ts'],
        ['Add a credit note for each refund', 'src/invoices/credit-note.ts'],
      ],
    },
    docs: {
      name: 'docs-v2.1',
      changes: [
        [
          'Describe the refund API',
          'docs/api/refunds.md',
          '`POST /orders/:id/refunds` refunds single lines.\n\n| field | |\n|---|---|\n| `lines` | numbers of the order lines |\n| `reason` | shown on the credit note |',
        ],
      ],
    },
  },
  mergeRequests: [
    {
      title: 'Round tax per invoice line',
      description:
        'Accounting compares our totals with theirs line by line, and we were off by a cent on long invoices.\n\n- [x] Tests with the invoices from the report\n- [x] Checked by Finance\n',
      source: 'merged',
      target: 'main',
      state: 'merged',
    },
    {
      title: 'Cache exchange rates for an hour',
      description: 'The provider allows 1,000 requests a day; the checkout alone needed 4,000.\n',
      source: 'topic',
      target: 'main',
      state: 'merged',
    },
    {
      title: 'Store carts in Redis',
      description: 'Closed: carts stay in PostgreSQL, see the discussion in the architecture meeting.\n',
      source: 'abandoned',
      target: 'main',
      state: 'closed',
    },
    {
      title: 'Refund single order lines',
      description:
        'Support can refund a part of an order, and the customer gets a credit note.\n\n- [x] API\n- [x] Credit notes\n- [ ] Limit by role\n',
      source: 'feature',
      target: 'main',
      state: 'opened',
    },
    {
      title: 'Draft: Describe the refund API',
      description: 'Waits for the final names of the fields.\n',
      source: 'docs',
      target: 'main',
      state: 'opened',
    },
    {
      title: 'Backport partial refunds to 1.x',
      description: 'Requested by the store in Rotterdam, which stays on 1.x until January.\n',
      source: 'feature',
      target: 'stable',
      state: 'opened',
      hasConflicts: true,
    },
    {
      title: 'Draft: Documentation for 1.x',
      description: 'Only the chapters about orders and invoices.\n',
      source: 'docs',
      target: 'stable',
      state: 'opened',
    },
    {
      title: 'Release 1.2',
      description: 'Collects everything since 1.1. Merge after the sale.\n',
      source: 'main',
      target: 'stable',
      state: 'locked',
    },
  ],
  issues: [
    {
      title: 'Checkout times out when the payment provider is slow',
      description:
        'Three customers reported it this week. The provider needs up to 12 seconds, our limit is 5.\n\n1. Put something into the cart.\n2. Pay by card.\n3. Wait.\n\n```\nError: payment provider did not answer within 5000 ms\n```\n',
      kind: 'bug',
      comments: [
        'I can reproduce this on staging with the provider’s test mode set to slow.',
        'The provider confirmed an incident between 09:10 and 09:40 UTC. That explains today’s reports, not those of Monday.',
        'We could ask again with the same idempotency key instead of failing at once.',
        'Good idea. The key is already stored with the order, so a second request can’t charge twice.',
        'I’ve opened a merge request. It asks up to three times, and shows “Payment is being confirmed” meanwhile.',
        'Deployed to staging. Could Support try it with the steps from the description?',
        'Tried ten orders in slow mode, all of them went through.',
        'Do we want the limit configurable per provider? The new one answers faster.',
        'Let’s keep one limit for now.',
      ],
    },
    {
      title: 'Invoices from before 2024 show the wrong tax rate',
      description:
        'The rate is taken from today’s table, not from the date of the invoice. Finance needs corrected copies for the audit.\n',
      kind: 'bug',
      isClosed: true,
    },
    {
      title: 'Let customers change the delivery address until the parcel is packed',
      description:
        'About 40 support requests a week are only about this.\n\n- [x] State “packed” from the warehouse\n- [ ] API\n- [ ] Email to the customer\n',
      kind: 'feature',
    },
    {
      title: 'Order export stops after 10,000 rows',
      description: 'The export for accounting ends without an error. The last row is always number 10,000.\n',
      kind: 'bug',
    },
    {
      title: 'Token of the payment provider is visible in debug logs',
      description: 'Found in the logs of the staging system. Rotate the token after the fix.\n',
      kind: 'bug',
      isClosed: true,
      isConfidential: true,
    },
    {
      title: 'Write a guide for restoring a single customer from a backup',
      description: 'We needed two hours last time, mostly to find the commands.\n',
      kind: 'documentation',
    },
    {
      title: 'Orders API was unavailable for 14 minutes',
      description:
        'All connections of the pool were held by the nightly export.\n\n- [x] Limit the export to two connections\n- [ ] Alert when the pool is exhausted\n',
      kind: 'incident',
      isClosed: true,
    },
    {
      title: 'Discount codes should be case-insensitive',
      description: 'Customers type “spring25” instead of “SPRING25” and get an error.\n',
      kind: 'feature',
    },
    {
      title: 'Reservations are not released when a cart is deleted',
      description: 'The stock is only available again after 30 minutes.\n',
      kind: 'bug',
    },
    {
      title: 'Upgrade to Node.js 24',
      description: '- [x] Core\n- [ ] Images of the build machines\n- [ ] Staging\n- [ ] Production\n',
      kind: 'task',
    },
    {
      title: 'Show why a card was declined',
      description: 'The provider returns a reason, we show “Payment failed” for everything.\n',
      kind: 'feature',
      isClosed: true,
    },
    {
      title: 'Slow list of orders for customers with many orders',
      description: 'Resellers have more than 50,000 orders; the first page takes 4 seconds.\n',
      kind: 'bug',
    },
    {
      title: 'Send invoices to a second address',
      description: 'Business customers want a copy for their accounting.\n',
      kind: 'feature',
    },
    {
      title: 'Delete customers’ data after the retention period',
      description: 'Legal asks for a monthly job with a report. Invoices are kept for ten years.\n',
      kind: 'task',
    },
    {
      title: 'Exchange rate of the Swiss franc is a day old',
      description: 'The job failed silently on Sunday, because the provider does not publish rates at weekends.\n',
      kind: 'bug',
      isClosed: true,
    },
    {
      title: 'Document the events that other teams may use',
      description: 'Data and Mobile both read the queue. The stable fields are not documented.\n',
      kind: 'documentation',
    },
    {
      title: 'Split shipments in the order history',
      description: 'With two parcels, only the first tracking number is shown.\n',
      kind: 'feature',
    },
    {
      title: 'Two support agents can refund the same order',
      description:
        'Both see the button. The second refund is refused by the provider, but our state says “refunded” twice.\n',
      kind: 'bug',
    },
  ],
  wiki: [
    {
      slug: 'home',
      format: 'markdown',
      content:
        '# Core\n\nThe service for orders, invoices and payments.\n\n- [Onboarding](onboarding)\n- [On-call guide](operations/on-call)\n- [Error codes](api/error-codes)\n- [Glossary](glossary)\n\nQuestions go to the channel **#team-core**.\n',
    },
    {
      slug: 'onboarding',
      format: 'markdown',
      content:
        '# Onboarding\n\n1. Ask your manager for the role Developer in this project.\n2. Clone the repository and run `make dev`.\n3. Read the [on-call guide](operations/on-call), even if you are not on call yet.\n4. Take an issue with the label `good first issue`.\n',
    },
    {
      slug: 'operations/on-call',
      format: 'markdown',
      content:
        '# On-call guide\n\nThe rotation changes on Monday at 09:00 UTC.\n\n| alert | first step |\n|---|---|\n| `orders-latency` | look at the slowest queries of the last 15 minutes |\n| `payments-failed` | check the status page of the provider |\n| `queue-age` | restart the worker; messages are not lost |\n',
    },
    {
      slug: 'operations/releases',
      format: 'markdown',
      content:
        '# Releases\n\nWe release on Tuesday and Thursday. The pipeline of `main` deploys to staging; production needs the approval of a maintainer and of the owner.\n',
    },
    {
      slug: 'api/error-codes',
      format: 'asciidoc',
      content:
        '= Error codes\n\n409:: The order was changed by someone else. Read it again.\n422:: A value is not valid. The reply names the field.\n503:: The database or the payment provider is not available.\n',
    },
    {
      slug: 'glossary',
      format: 'markdown',
      content:
        '# Glossary\n\n**Reservation**: stock that is held for a cart for 30 minutes.\n\n**Credit note**: the document for a refund.\n\n**Reseller**: a customer with its own price list.\n',
    },
  ],
};
