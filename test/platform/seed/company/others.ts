import type { ProjectContent } from './content.ts';

const warehouse: ProjectContent = {
  path: 'globex/warehouse',
  name: 'Warehouse',
  description: 'Stock and shipping of Globex, the logistics company of Acme',
  topics: ['go', 'logistics'],
  visibility: 'internal',
  ageDays: 730,
  files: {
    'cmd/warehouse/main.go': 'package main\n\nfunc main() {\n\trun()\n}\n',
    'internal/stock/stock.go': 'package stock\n\nconst reserveMinutes = 30\n',
    'docs/labels.md': '# Labels\n\nWhat is printed on a parcel.\n',
  },
  changes: [
    ['Count the stock of a shelf', 'internal/stock/count.go'],
    ['Print labels for parcels', 'internal/labels/print.go'],
    ['Reserve stock for orders', 'internal/stock/stock.go'],
    [
      'Describe the fields of a label',
      'docs/labels.md',
      '| field | |\n|---|---|\n| weight | in grams |\n| route | number of the tour |\n| code | scanned at the gate |',
    ],
    ['Report parcels that were packed', 'internal/parcels/packed.go'],
    ['Accept returns', 'internal/parcels/returns.go'],
    ['Plan routes between shelves', 'internal/routes/plan.go'],
    ['Show differences after stocktaking', 'internal/stock/count.go'],
    ['Read scanners over Bluetooth', 'internal/scanner/scanner.go'],
    ['Repeat a scan after an error', 'internal/scanner/scanner.go'],
    ['Weigh parcels before they are closed', 'internal/parcels/packed.go'],
    ['Publish stock numbers for the website', 'internal/stock/publish.go'],
  ],
  issues: [
    {
      title: 'Stocktaking shows negative numbers for returned items',
      description: 'Returns are counted before they were inspected.\n',
      kind: 'bug',
    },
    {
      title: 'Scanner disconnects at the end of aisle 14',
      description: 'The access point was moved last month.\n',
      kind: 'incident',
      isClosed: true,
    },
    {
      title: 'Print two labels for heavy parcels',
      description: 'The carrier asks for it from January.\n',
      kind: 'feature',
    },
    {
      title: 'Publish stock numbers every five minutes',
      description: 'The website shows numbers that are up to an hour old.\n',
      kind: 'feature',
    },
    { title: 'Describe how to replace a scanner', description: 'With pictures, please.\n', kind: 'documentation' },
  ],
};

const legacy: ProjectContent = {
  path: 'acme/legacy',
  name: 'Legacy',
  description: 'The first shop of Acme, replaced by Core and Website. Read-only since the move.',
  topics: ['php'],
  visibility: 'private',
  ageDays: 2200,
  issues: [
    {
      title: 'Move the last customers to the new shop',
      description: 'Eleven resellers still have their price list here.\n',
      kind: 'task',
    },
    {
      title: 'Turn off the nightly report',
      description: 'It is no longer used.\n',
      kind: 'task',
      isClosed: true,
    },
  ],
};

const forecasts: ProjectContent = {
  path: 'acme/data/forecasts',
  name: 'Forecasts',
  description: 'Predicts the demand for each product and store',
  topics: ['python', 'forecasting'],
  visibility: 'private',
  ageDays: 520,
  files: {
    'forecasts/model.py': 'HORIZON_DAYS = 28\n',
    'forecasts/load.py': 'BATCH_SIZE = 5000\n',
    'docs/features.md': '# Features\n\nWhat the model knows about a day.\n',
  },
  changes: [
    ['Load sales of the last three years', 'forecasts/load.py'],
    ['Add public holidays', 'forecasts/calendar.py'],
    ['Add the weather of the week before', 'forecasts/weather.py'],
    ['Compare the forecast with the sales', 'forecasts/evaluate.py'],
    [
      'Describe the features',
      'docs/features.md',
      '- day of the week and public holidays\n- weather of the week before\n- sales of the last 28 days',
    ],
    ['Leave out days on which a store was closed', 'forecasts/load.py'],
    ['Train every Sunday', 'forecasts/train.py'],
    ['Keep the last five models', 'forecasts/train.py'],
    ['Report products without sales', 'forecasts/evaluate.py'],
    ['Predict four weeks instead of two', 'forecasts/model.py'],
  ],
  issues: [
    {
      title: 'Forecast for Rotterdam is too high on Mondays',
      description: 'The store is closed on Mondays since September.\n',
      kind: 'bug',
    },
    {
      title: 'Training takes longer than the night',
      description: 'It started at 01:00 and ended at 08:40 UTC.\n',
      kind: 'incident',
      isClosed: true,
    },
    {
      title: 'Include discount campaigns in the forecast',
      description: 'Marketing plans them six weeks ahead.\n',
      kind: 'feature',
    },
    {
      title: 'Publish the quality of the forecast every week',
      description: 'As a table in the wiki, by store.\n',
      kind: 'feature',
    },
  ],
};

const app: ProjectContent = {
  path: 'acme/mobile/shop-app',
  name: 'Shop App',
  description: 'The Acme shop for phones and tablets',
  topics: ['mobile', 'typescript'],
  visibility: 'private',
  ageDays: 430,
  files: {
    'app/main.ts': "export const minimumVersion = '12.0';\n",
    'app/cart/cart-screen.ts': 'export const maxItems = 50;\n',
    'docs/release.md': '# Release\n\nHow a version gets into the stores.\n',
  },
  changes: [
    ['Show the cart', 'app/cart/cart-screen.ts'],
    ['Sign in with a passkey', 'app/account/sign-in.ts'],
    ['Scan barcodes with the camera', 'app/search/scan.ts'],
    ['Keep the list of stores offline', 'app/stores/stores.ts'],
    [
      'Describe the review by the app stores',
      'docs/release.md',
      '## Review\n\nA review takes one to three days. Do not release on a Friday.',
    ],
    ['Notify customers when a parcel arrives', 'app/orders/notify.ts'],
    ['Use larger touch targets', 'app/cart/cart-screen.ts'],
    ['Open links to products in the app', 'app/main.ts'],
    ['Ask for the location only in the store finder', 'app/stores/stores.ts'],
  ],
  issues: [
    {
      title: 'App closes when a barcode is scanned in the dark',
      description: 'Reported 61 times since version 4.2. All reports are from the same two models.\n',
      kind: 'bug',
    },
    {
      title: 'Add a widget with the next delivery',
      description: 'Small and medium size.\n',
      kind: 'feature',
    },
    {
      title: 'Support text sizes of the system',
      description: '- [x] Cart\n- [ ] Product page\n- [ ] Orders\n',
      kind: 'task',
    },
    {
      title: 'Push notifications arrive twice',
      description: 'Only if the customer has two devices.\n',
      kind: 'bug',
      isClosed: true,
    },
  ],
};

const policies: ProjectContent = {
  path: 'acme/security/policies',
  name: 'Policies',
  description: 'Security policies of Acme and the checks that enforce them',
  topics: ['security', 'compliance'],
  visibility: 'private',
  ageDays: 365,
  files: {
    'policies/access.md': '# Access\n\nWho gets which role, and for how long.\n',
    'policies/secrets.md': '# Secrets\n\nWhere passwords and tokens are kept.\n',
    'checks/tokens.py': 'MAX_AGE_DAYS = 365\n',
  },
  changes: [
    [
      'Require two-factor authentication for maintainers',
      'policies/access.md',
      'Maintainers and owners use two-factor authentication.',
    ],
    ['Limit the lifetime of tokens', 'policies/secrets.md', 'A token lives for at most one year.'],
    ['Check the age of tokens', 'checks/tokens.py'],
    [
      'Review the owners of groups every quarter',
      'policies/access.md',
      'The owners of each group are reviewed every quarter.',
    ],
    ['Report accounts without activity', 'checks/accounts.py'],
    ['Forbid deploy keys that can push', 'policies/secrets.md', 'Deploy keys can only read.'],
  ],
  issues: [
    {
      title: 'Review the members of all groups before the audit',
      description: '- [x] Acme\n- [ ] Platform\n- [ ] Globex\n',
      kind: 'task',
    },
    {
      title: 'Tokens of the old build machines are still valid',
      description: 'They belong to a person who left in spring.\n',
      kind: 'bug',
      isConfidential: true,
    },
    {
      title: 'Explain the rules for service accounts',
      description: 'One page, with the name of the person in charge.\n',
      kind: 'documentation',
      isClosed: true,
    },
  ],
};

export const others: readonly ProjectContent[] = [warehouse, legacy, forecasts, app, policies];
