import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import type { Component } from 'svelte';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form } from '../../../src-renderer/pages/merge-requests/add-context-commits.ts';
import { click, fill } from '../click.ts';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleWrites } from '../fake-writes.ts';
import ContextCommitsHost from './ContextCommitsHost.svelte';

const scope = 'project:7/mr:3';
const commit = (at: number) => ({
  id: at.toString(16).padStart(40, 'a'),
  short_id: `short${at}`,
  title: `Commit ${at}`,
  message: `Commit ${at}\n\nWhy ${at}`,
  created_at: '2026-11-01T00:00:00Z',
  parent_ids: at === 1 ? [] : ['b'.repeat(40)],
  author_name: 'Mei',
  author_email: `mei${at}@corp.example`,
  authored_date: '2026-10-31T00:00:00Z',
  committer_name: 'Bot',
  committer_email: `bot${at}@corp.example`,
  committed_date: '2026-11-01T00:00:00Z',
  trailers: { 'Reviewed-by': 'Ann' },
  web_url: `https://git.corp.example/c/${at}`,
  new_field: `new ${at}`,
});

async function shown(count: number) {
  const rows = Array.from({ length: count }, (_, at) => commit(at + 1));
  await renderPage(ContextCommitsHost, {
    path: '/p/7/merge-requests/3',
    answers: { contextCommits: listAnswers<'contextCommits'>(fakeList(rows, { scope })) },
  });
}
const items = () => page.getByRole('listitem').elements().length;
const region = () => page.getByRole('region', { name: 'Context commits' });

test('the first context commits are listed, and all of them with all documented fields on request', async () => {
  await shown(201);
  await expect.poll(items).toBe(5);
  await expect.element(page.getByText('mei1@corp.example')).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Show all 201 with all fields' }));
  await expect.element(page.getByText('200 of 201 are shown.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Show more' }));
  await expect.element(page.getByText('mei201@corp.example')).toBeVisible();
  // Compared as one text, because finding each of them among the fields of 201 commits takes long
  const text = document.querySelector('main')?.innerText;
  for (const field of [
    ...['Why 201', 'short201', 'bot201@corp.example', 'https://git.corp.example/c/201', 'new 201'],
    ...['None (root commit)', commit(201).id],
  ])
    expect(text).toContain(field);
  await click(page.getByRole('button', { name: 'Show fewer' }));
  await expect.poll(items).toBe(5);
});

test('the list and all fields are accessible', async () => {
  await shown(6);
  await click(page.getByRole('button', { name: /^Show all/ }));
  await expect.element(page.getByText('mei6@corp.example')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('a single context commit shows its fields on request, and the instance may have sent few of them', async () => {
  await renderPage(ContextCommitsHost, {
    path: '/p/7/merge-requests/3',
    answers: { contextCommits: listAnswers<'contextCommits'>(fakeList([{ id: 'c'.repeat(40) }], { scope })) },
  });
  await click(page.getByRole('button', { name: 'Show all fields' }));
  await expect.element(region()).toMatchTextContent(/SHA\s*c{40}/);
  await expect.element(region()).not.toMatchTextContent(/Parents/);
});

test('a refused SHA that the project doesn’t have is named at the field', async () => {
  const [known, wrong] = ['a'.repeat(10), 'b'.repeat(10)];
  await renderPage(FormHost as Component<never>, {
    world: {
      writes: sampleWrites({
        answer: () => ({ state: 'refused', status: 400, reportedMessage: 'One or more commits are not valid.' }),
      }),
    },
    answers: {
      commits: {
        refresh: ({ id }) => {
          if (id === wrong) throw new Failure('missing', 'no such commit');
          return { fetchedAt: 1 };
        },
      },
    },
    props: { make: form, target: { scope, known: () => [] }, onclose: () => undefined },
  });
  await fill(page.getByRole('textbox', { name: 'SHAs' }), `${known} ${wrong}`);
  await click(page.getByRole('button', { name: 'Add context commits' }));
  await expect
    .element(page.getByText(`No commit of this project has the SHA ${wrong}. Correct it or remove it.`))
    .toBeVisible();
});
