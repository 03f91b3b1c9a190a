import type { SnippetFile } from '../../world/snippets.ts';

/** Titles, descriptions and states of the company's snippets, in the order of `seedSnippets`. */
export const companySnippets: readonly { title: string; description: string; states: SnippetFile[][] }[] = [
  {
    title: 'Restart all workers of a queue',
    description: 'One after the other, so that no message waits',
    states: [
      [
        {
          path: 'restart.sh',
          content:
            '#!/bin/sh\nset -eu\nfor host in $(cat workers.txt); do\n  ssh "$host" systemctl restart worker\n  sleep 30\ndone\n',
        },
      ],
    ],
  },
  {
    title: 'Notes from the database upgrade',
    description: 'What we should do better next time',
    states: [
      [
        {
          path: 'notes.md',
          content:
            '# Upgrade\n\n- The export of the largest table took 40 minutes.\n- Freeze deployments one hour before, not ten minutes.\n',
        },
        {
          path: 'check.sql',
          content: 'SELECT relname, n_live_tup FROM pg_stat_user_tables ORDER BY n_live_tup DESC LIMIT 20;\n',
        },
      ],
    ],
  },
  {
    title: 'Find the longest functions of a repository',
    description: '',
    states: [
      [
        {
          path: 'longest.py',
          content: 'import ast\nimport sys\n\nfor path in sys.argv[1:]:\n    tree = ast.parse(open(path).read())\n',
        },
      ],
      [
        {
          path: 'longest.py',
          content:
            'import ast\nimport sys\n\nfor path in sys.argv[1:]:\n    tree = ast.parse(open(path).read())\n    for node in ast.walk(tree):\n        if isinstance(node, ast.FunctionDef):\n            print(node.end_lineno - node.lineno, path, node.name)\n',
        },
      ],
    ],
  },
  {
    title: 'My shell aliases',
    description: '',
    states: [[{ path: 'aliases.sh', content: "alias gs='git status --short'\nalias gl='git log --oneline -20'\n" }]],
  },
  {
    title: 'Orders without an invoice',
    description: 'For the monthly check with Finance',
    states: [
      [
        {
          path: 'orders.sql',
          content:
            "SELECT o.id, o.created_at\nFROM orders o\nLEFT JOIN invoices i ON i.order_id = o.id\nWHERE i.id IS NULL AND o.state = 'paid';\n",
        },
        { path: 'readme.md', content: '# How to use it\n\nRun it on the replica. It takes about a minute.\n' },
      ],
    ],
  },
  {
    title: 'Template for a product page',
    description: 'A page with all states',
    states: [
      [
        {
          path: 'product.html',
          content: '<!doctype html>\n<title>Product</title>\n<main>\n  <h1>Claw hammer</h1>\n</main>\n',
        },
      ],
    ],
  },
  {
    title: 'Sizes of product images',
    description: 'What the image server creates',
    states: [
      [{ path: 'sizes.json', content: '[320, 640, 1200]\n' }],
      [{ path: 'sizes.json', content: '[320, 640, 1200, 2400]\n' }],
    ],
  },
];
