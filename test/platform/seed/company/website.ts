import type { ProjectContent } from './content.ts';

export const website: ProjectContent = {
  path: 'acme/website',
  name: 'Website',
  description: 'The public website and the shop front of Acme',
  topics: ['svelte', 'accessibility', 'shop'],
  visibility: 'public',
  ageDays: 820,
  files: {
    'src/app.html':
      '<!doctype html>\n<html lang="en">\n  <head>\n    <title>Acme</title>\n  </head>\n  <body></body>\n</html>\n',
    'src/styles/main.css': ':root {\n  --accent: #0b5cad;\n  --space: 8px;\n}\n',
    'src/routes/home.ts': "export const title = 'Acme: tools that last';\n",
    'src/routes/product.ts': 'export const imagesPerProduct = 6;\n',
    'src/cart/cart.ts': 'export const maxItems = 50;\n',
    'docs/style-guide.md': '# Style guide\n\nColors, type and spacing.\n',
  },
  submodule: { folder: 'vendor/core', url: '../core.git', path: 'acme/core' },
  changes: [
    ['Add the list of products', 'src/routes/products.ts'],
    ['Show prices with tax', 'src/routes/product.ts'],
    ['Add a search field', 'src/search/search.ts'],
    ['Use the system font', 'src/styles/main.css'],
    ['Keep the cart in the browser', 'src/cart/cart.ts'],
    [
      'Describe the colors',
      'docs/style-guide.md',
      '## Colors\n\nThe accent is used for links and the main button, and nowhere else.',
    ],
    ['Add the page of a category', 'src/routes/category.ts'],
    ['Load images when they become visible', 'src/images/lazy.ts'],
    ['Announce changes of the cart to screen readers', 'src/cart/cart.ts'],
    ['Write titles and descriptions for search engines', 'src/routes/meta.ts'],
    ['Add French and German', 'src/i18n/languages.ts'],
    ['Increase the contrast of buttons', 'src/styles/main.css'],
    ['Suggest products while typing', 'src/search/suggest.ts'],
    ['Redirect old addresses of products', 'src/routes/redirects.ts'],
    ['Serve images as AVIF', 'src/images/formats.ts'],
    ['Show the delivery date', 'src/routes/product.ts'],
    ['Add a page for each store', 'src/routes/stores.ts'],
    [
      'Explain the icons',
      'docs/style-guide.md',
      '## Icons\n\nAn icon without a label needs a name for screen readers.',
    ],
    ['Make the menu usable with a keyboard', 'src/navigation/menu.ts'],
    ['Add Polish', 'src/i18n/languages.ts'],
    ['Check addresses while typing', 'src/checkout/address.ts'],
    ['Count visits without cookies', 'src/metrics/visits.ts'],
    ['Remember the language', 'src/i18n/languages.ts'],
    ['Show related products', 'src/routes/product.ts'],
    ['Cache the list of categories', 'src/routes/category.ts'],
    ['Explain errors at the field', 'src/checkout/address.ts'],
    ['Add a banner for the sale', 'src/routes/home.ts'],
    ['Sort products by price', 'src/routes/products.ts'],
    ['Filter products by size', 'src/routes/products.ts'],
    ['Fix the focus after a filter was removed', 'src/routes/products.ts'],
    ['Use one date format for each language', 'src/i18n/dates.ts'],
    ['Ask before the cart is emptied', 'src/cart/cart.ts'],
    ['Add opening hours of holidays', 'src/routes/stores.ts'],
    ['Load the payment form only at checkout', 'src/checkout/payment.ts'],
  ],
  branches: {
    merged: { name: 'fix/cart-total', change: ['Show the total with two decimals', 'src/cart/total.ts'] },
    topic: { name: 'smaller-images', change: ['Choose the size of images by the screen', 'src/images/formats.ts'] },
    feature: {
      name: 'feature/guest-checkout',
      changes: [
        ['Check out without an account', 'src/checkout/guest.ts'],
        ['Offer an account after the order', 'src/checkout/guest.ts'],
      ],
    },
    docs: {
      name: 'docs-accessibility',
      changes: [
        [
          'Describe the accessibility tests',
          'docs/accessibility.md',
          '## Tests\n\nEvery page is checked with axe. Twice a year, two people who use a screen reader test the checkout.',
        ],
      ],
    },
  },
  mergeRequests: [
    {
      title: 'Show the total with two decimals',
      description: 'The total was “12.5” instead of “12.50”.\n',
      source: 'merged',
      target: 'main',
      state: 'merged',
    },
    {
      title: 'Choose the size of images by the screen',
      description:
        'The product page loads 1.1 MB less on phones.\n\n- [x] Measured on three pages\n- [x] Checked on old tablets\n',
      source: 'topic',
      target: 'main',
      state: 'merged',
    },
    {
      title: 'Try another carousel',
      description: 'Closed: none of the candidates works with a screen reader.\n',
      source: 'abandoned',
      target: 'main',
      state: 'closed',
    },
    {
      title: 'Check out without an account',
      description:
        'A third of the visitors leaves at the sign-in form.\n\n- [x] Form\n- [ ] Texts in Polish\n- [ ] Measurement\n',
      source: 'feature',
      target: 'main',
      state: 'opened',
    },
    {
      title: 'Draft: Describe the accessibility tests',
      description: 'First version for the meeting on Wednesday.\n',
      source: 'docs',
      target: 'main',
      state: 'opened',
    },
    {
      title: 'Backport guest checkout to the current shop',
      description: 'Only if the new shop is late.\n',
      source: 'feature',
      target: 'stable',
      state: 'opened',
      hasConflicts: true,
    },
    {
      title: 'Draft: Accessibility notes for the current shop',
      description: 'The same chapters, without the new menu.\n',
      source: 'docs',
      target: 'stable',
      state: 'opened',
    },
    {
      title: 'Publish the sale',
      description: 'Goes live on Friday at 06:00 UTC.\n',
      source: 'main',
      target: 'stable',
      state: 'locked',
    },
  ],
  issues: [
    {
      title: 'Product images are blurred on large screens',
      description: 'The largest size is 1,200 pixels. Seen on a 4K display with Firefox and Chrome.\n',
      kind: 'bug',
      comments: [
        'Confirmed. We need one more size for screens above 2,500 pixels.',
        'The files get about 300 KB larger. Is that acceptable?',
        'For large screens only, yes. Phones don’t load them.',
        'Then I’ll add 2,400 pixels to the list of sizes.',
      ],
    },
    {
      title: 'Search finds nothing for words with a hyphen',
      description: '“T-shirt” finds nothing, “t shirt” finds 48 products.\n',
      kind: 'bug',
      isClosed: true,
    },
    {
      title: 'Redesign the home page for spring',
      description: 'Drafts are in the folder of the design team. Texts are due two weeks before.\n',
      kind: 'feature',
    },
    {
      title: 'Menu closes when the pointer leaves it for a moment',
      description:
        'Steps:\n\n1. Open “Products”.\n2. Move diagonally to the last entry.\n\nThe menu should wait 300 ms.\n',
      kind: 'bug',
    },
    {
      title: 'Contrast of the price label is too low',
      description: 'The label has 3.1:1, the guideline asks for 4.5:1.\n',
      kind: 'bug',
      isClosed: true,
    },
    {
      title: 'Translate the delivery terms into Polish',
      description: 'The text is approved by Legal and attached.\n',
      kind: 'documentation',
    },
    {
      title: 'Show store availability on the product page',
      description: 'The warehouse offers the numbers now.\n\n- [x] API\n- [ ] Design\n- [ ] Product page\n',
      kind: 'feature',
    },
    {
      title: 'Checkout form loses the address after going back',
      description: 'Happens only in Safari.\n',
      kind: 'bug',
      isClosed: true,
    },
    {
      title: 'Measure how long the first page takes on phones',
      description: 'We have numbers for desktops only.\n',
      kind: 'task',
    },
    {
      title: 'Certificate of the image server expires in two weeks',
      description: 'The renewal failed twice, because the old account was deleted.\n',
      kind: 'incident',
    },
    {
      title: 'Offer gift cards',
      description: 'Requested by the stores. Accounting needs to decide how they are booked.\n',
      kind: 'feature',
    },
  ],
  wiki: [
    {
      slug: 'home',
      format: 'markdown',
      content:
        '# Website\n\n- [Set up](set-up)\n- [Publishing](publishing)\n- [Accessibility checklist](design/accessibility)\n\nThe design system is maintained by the [Design Guild](/design-guild).\n',
    },
    {
      slug: 'set-up',
      format: 'markdown',
      content:
        '# Set up\n\n1. Install Node.js 24.\n2. Run `npm ci` and `npm run dev`.\n3. Open http://localhost:5173.\n',
    },
    {
      slug: 'publishing',
      format: 'markdown',
      content:
        '# Publishing\n\nEvery change of `main` is published to the staging site. The production site is published from `stable`.\n',
    },
    {
      slug: 'design/accessibility',
      format: 'markdown',
      content:
        '# Accessibility checklist\n\n- Everything works with the keyboard.\n- Texts have a contrast of at least 4.5:1.\n- Changes that appear without a click are announced.\n',
    },
    {
      slug: 'design/images',
      format: 'asciidoc',
      content: '= Images\n\nProduct images have a white background and 2,400 pixels at the longer side.\n',
    },
  ],
};
