import {
  deploymentPayload,
  MAX_PUSHED_COMMITS,
  notePayload,
  pushPayload,
  repositoryUpdatePayload,
  wikiPayload,
} from '../views/webhook-payloads.ts';
import type { PushedCommit } from '../views/webhook-payloads.ts';
import type { Note } from '../world/notes.ts';
import type { Push } from '../world/repositories.ts';
import { titleOf } from '../world/wikis.ts';
import type { World } from '../world/world.ts';
import { sendToWebhooks, subscribedWebhooks } from './webhook-deliveries.ts';
import type { EventKind } from './webhook-deliveries.ts';

const PUSH: EventKind = { flag: 'push_events', header: 'Push Hook', trigger: 'push_hooks' };
const TAG_PUSH: EventKind = { flag: 'tag_push_events', header: 'Tag Push Hook', trigger: 'tag_push_hooks' };
const UPDATE: EventKind = {
  flag: 'repository_update_events',
  header: 'Repository Update Hook',
  trigger: 'repository_update_hooks',
};
const NOTE: EventKind = { flag: 'note_events', header: 'Note Hook', trigger: 'note_hooks' };
const CONFIDENTIAL_NOTE: EventKind = {
  flag: 'confidential_note_events',
  header: 'Confidential Note Hook',
  trigger: 'confidential_note_hooks',
};
const WIKI: EventKind = { flag: 'wiki_page_events', header: 'Wiki Page Hook', trigger: 'wiki_page_hooks' };
const DEPLOYMENT: EventKind = { flag: 'deployment_events', header: 'Deployment Hook', trigger: 'deployment_hooks' };

/** From now on, changes through the API trigger webhooks. */
export function connectWebhooks(world: World): void {
  const { webhookSender } = world;
  world.repositories.onPush((push) => webhookSender.track(onPush(world, push)));
  world.notes.onAdd((note) => {
    const project = world.projects.get(note.project_id);
    if (project === undefined || note.system) return;
    const isConfidential = note.internal || isOnConfidentialIssue(world, note);
    const kind = isConfidential ? CONFIDENTIAL_NOTE : NOTE;
    const payload = notePayload(world, project, note, isConfidential);
    webhookSender.track(sendToWebhooks(world, subscribedWebhooks(world, project, kind), kind, payload));
  });
  world.wikis.onChange((project, slug, action) => {
    const { commits } = world.wikis.of(project);
    const commit = commits.at(-1);
    // A deleted page has the address that it last had.
    const page = commits.findLast(({ pages }) => pages.has(slug))?.pages.get(slug);
    const payload = wikiPayload(world, project, {
      slug,
      action,
      title: titleOf({ slug }),
      content: page?.content ?? '',
      format: page?.format ?? 'markdown',
      message: commit?.message ?? '',
      user: world.users.get(commit?.user_id ?? 0),
    });
    webhookSender.track(sendToWebhooks(world, subscribedWebhooks(world, project, WIKI), WIKI, payload));
  });
  world.deployments.onChange((deployment) => {
    const project = world.projects.get(deployment.project_id);
    if (project === undefined) return;
    const send = async () => {
      const [commit] = await world.repositories.of(project).commits([deployment.sha]);
      await sendToWebhooks(
        world,
        subscribedWebhooks(world, project, DEPLOYMENT),
        DEPLOYMENT,
        deploymentPayload(world, project, deployment, commit),
      );
    };
    webhookSender.track(send());
  });
}

const isOnConfidentialIssue = (world: World, { noteable_type, noteable_id }: Note) =>
  noteable_type === 'Issue' && world.issues.get(noteable_id)?.confidential === true;

async function onPush(world: World, push: Push) {
  const { project, ref } = push;
  const isTag = ref.startsWith('refs/tags/');
  const kind = isTag ? TAG_PUSH : PUSH;
  const hooks = subscribedWebhooks(world, project, kind, isTag ? undefined : ref.replace(/^refs\/heads\//, ''));
  const updateHooks = subscribedWebhooks(world, project, UPDATE);
  if (hooks.length > 0) {
    const commits: PushedCommit[] = [];
    for (const commit of push.commits.slice(-MAX_PUSHED_COMMITS)) {
      commits.push({ commit, changes: await world.repositories.of(project).changes(commit) });
    }
    await sendToWebhooks(world, hooks, kind, pushPayload(world, push, commits));
  }
  if (updateHooks.length > 0) await sendToWebhooks(world, updateHooks, UPDATE, repositoryUpdatePayload(world, push));
}
