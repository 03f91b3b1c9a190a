import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { planUploads } from '#main/changes/plan-file/plan-uploads.ts';
import { changesApply } from '#main/jobs/changes.ts';
import { connectionWatch } from '#main/jobs/connection-watch.ts';
import { cutOffByQuit } from '#main/jobs/cut-off.ts';
import type { JobKind } from '#main/jobs/job.ts';
import { jobServices } from '#main/jobs/job-services.ts';
import { openedLists } from '#main/jobs/opened-lists.ts';
import { scheduler } from '#main/jobs/scheduler.ts';
import { syncAgain } from '#main/jobs/sync-again.ts';
import { syncKinds } from '#main/jobs/sync-kinds.ts';
import { usersCrawl } from '#main/jobs/users-sync.ts';
import { dependencyExportsWatch } from '#main/jobs/watches/dependency-exports.ts';
import { foundImportsWatch, importWatch } from '#main/jobs/watches/imports.ts';
import { listWatches } from '#main/jobs/watches/lists.ts';
import { remoteMirrorsWatch } from '#main/jobs/watches/remote-mirrors.ts';
import { watchServices } from '#main/jobs/watches/status.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import { webhookWatches } from '#main/jobs/watches/webhooks.ts';
import type { AppContext } from '#main/services/app-context.ts';
import { rowArchive } from '#main/services/archive/row-archive.ts';
import { catalogue } from '#main/services/catalogue/catalogue.ts';
import { changes } from '#main/services/changes/changes.ts';
import { journal } from '#main/services/changes/journal.ts';
import { secrets as secretVerbs } from '#main/services/changes/secrets.ts';
import { stagedFileServices } from '#main/services/changes/staged-files.ts';
import { openWriteEngine } from '#main/services/changes/write-engine.ts';
import { collectionServices } from '#main/services/collection-services.ts';
import { openDependencyExports } from '#main/services/dependency-exports/open-dependency-exports.ts';
import { explorer } from '#main/services/explorer/explorer.ts';
import { openDownloads } from '#main/services/exports/downloads.ts';
import { createFileExports } from '#main/services/exports/file-exports.ts';
import { importStates } from '#main/services/imports/import-states.ts';
import { imports } from '#main/services/imports/imports.ts';
import { isUsable } from '#main/services/instances/connection.ts';
import { instances, noInstance } from '#main/services/instances/instances.ts';
import { profileRemoval } from '#main/services/instances/profile-removal.ts';
import { profiles } from '#main/services/instances/profiles.ts';
import { moveProxyLogins } from '#main/services/instances/proxy-login.ts';
import { storedTokens } from '#main/services/instances/stored-token.ts';
import { noticesOf } from '#main/services/notices/compose-notices.ts';
import { overview } from '#main/services/overview/overview.ts';
import { pushRuleReplay, type StoredReplays } from '#main/services/push-rules/push-rule-replay.ts';
import { mirrorMonitor } from '#main/services/remote-mirrors/mirror-monitor.ts';
import { search } from '#main/services/search/search.ts';
import { offTest, placesOff, placesInUse, placesWithList, scopesInUse } from '#main/services/setup/setup-places.ts';
import { textParser } from '#main/services/text-parser.ts';
import { projectPaths } from '#main/services/webhooks/project-paths.ts';
import { webhookWatching } from '#main/services/webhooks/webhook-watching.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import { openSendCounter } from '#main/state/open/send-counter.ts';
import type { ExportToAdd } from '#shared/contract/dependency-exports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import { openWatches, type OpenOptions } from './automatic.ts';
import { connectionEvents } from './connection-events.ts';
import { eventEmitter, type Feature } from './feature.ts';
import { queryFirstList } from './first-list.ts';
import { lastReached } from './last-reached.ts';
import { notOpenedReport } from './not-opened.ts';
import { projectFeatures } from './project-features.ts';
import { sessions, type AppServices, type Shown } from './sessions.ts';
import { setupFeature } from './setup-feature.ts';
import type { Stores } from './stores.ts';

/**
 * Creates everything that needs the open databases: instances, jobs, and the services of each window. If it fails, it
 * closes what it opened.
 */
export async function compose(
  ports: Ports,
  vault: Vault,
  emit: Emit<ReeveContract>,
  stores: Stores,
  { isAutomatic = false, examinations, folder, isWritable, onAttempt }: OpenOptions,
) {
  const { clock, log } = ports;
  const state = stores.tables;
  const secrets = vault.secrets();
  const tokens = storedTokens(secrets);
  const keyed = { folder, databaseKey: () => vault.databaseKey() };
  const freeBytes = () => ports.disk.freeBytes(folder);
  const sends = await openSendCounter({ ...stores, entry: vault.sendCount(), log, now: clock.now() });
  const features: Feature[] = [];
  const emitEvent = eventEmitter(features);
  const jobKinds: JobKind[] = [];
  const watchKinds: WatchKind[] = [];

  function notice(code: string, detail: string): void {
    quietly(() => state.notices.add({ at: clock.now(), code, detail }));
    emit('host', 'statusChanged', {});
  }
  /** Run `work` and only log its failure. For additional facts: the caller must not fail if they can't be stored. */
  function quietly(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      log.warn('fact not stored', failed(thrown));
    }
  }
  function lastOpened(): string | null {
    const [last] = state.profiles.list().sort((a, b) => (b.lastOpenedAt ?? 0) - (a.lastOpenedAt ?? 0));
    return last?.id ?? null;
  }

  const noteReached = lastReached(state.profiles);
  const connectionChanged = connectionEvents(clock, (profileId, connection) => {
    windows.emitTo(profileId)('host', 'connectionChanged', connection);
  });
  const opened = instances({
    ...{ ports, state, vault: keyed, tokens, secrets, examinations, isWritable, onAttempt },
    onDialectShown: (...shown) =>
      quietly(() => state.profiles.proposeDialect(...shown) && windows.emitProfilesChanged()),
    onConnection: (profileId, connection, before) => {
      quietly(() => noteReached(profileId, connection));
      if (isUsable(connection) && !isUsable(before)) {
        jobs.wake(profileId);
        watches.release(profileId);
      }
      connectionChanged(profileId, connection);
      emitEvent('connection', profileId, connection, before);
    },
    onChanged: (profileId, { collection, ...change }) => {
      windows.emitTo(profileId)(collection, 'changed', change);
      emitEvent('rowsChanged', profileId, { collection, ...change });
    },
    onRecorded: (profileId, { revision }) => {
      windows.emitTo(profileId)('history', 'changed', { revision });
    },
    onEdges: (profileId, cache) => void notices.reportEdges(profileId, cache),
    onReferences: (profileId, named) => quietly(() => known.onReferences(profileId, named)),
    onMoved: (profileId, project) => quietly(() => known.onMoved(profileId, project)),
    onRepaired: (profile, { lists: synced, ...repair }) => {
      notice('cache-repaired', JSON.stringify({ ...repair, name: profile.name }));
      quietly(() => syncAgain({ jobs, state, profileId: profile.id, synced }));
    },
    onNotRepaired: ({ name }, { message }) => notice('cache-not-repaired', `${name}: ${message}`),
  });
  const notOpened = notOpenedReport({ log, notice, nameOf: (profileId) => state.profiles.get(profileId)?.name ?? '' });
  const windows = sessions({
    instanceOf: opened.of,
    firstOf: (wanted) => (wanted !== null && state.profiles.get(wanted) !== null ? wanted : lastOpened()),
    ...{ servicesOf, isRemoved: state.profiles.isRemoved },
    onShown: (shown) => emitEvent('shown', shown),
    onNotOpened: notOpened,
  });
  const notices = noticesOf({
    ...{ ports, state, instanceOf: opened.of },
    changed: (unread) => emit('notices', 'changed', { unread }),
  });
  const jobs = scheduler({
    ...{ ...ports, kinds: jobKinds, saved: state.jobs, instanceOf: opened.of, freeBytes },
    isRemoved: state.profiles.isRemoved,
    emit: (delta) => {
      emit('jobs', 'changed', delta);
      emitEvent('jobsChanged', delta.jobs, jobs.list());
    },
    onEnded: notices.jobEnded,
  });
  const watches = openWatches({
    ...{ ports, state, kinds: watchKinds, instanceOf: opened.of, emitTo: windows.emitTo, freeBytes },
    isShown: windows.shows,
    setupOf: (profileId) => setup.phaseOf(profileId),
    questionsOf: jobs.questionsOf,
  });
  const app = {
    ...{ ports, clock, log, state, secrets, tokens, jobs, watches, isAutomatic },
    ...{ instanceOf: opened.of, emitTo: windows.emitTo, observe: notices.observe, report: notices.report },
    fileExports: createFileExports(ports.exports),
    downloads: openDownloads((profileId) => windows.emitTo(profileId)('downloads', 'changed', {})),
    texts: textParser(ports.workers.parse),
    archive: rowArchive({ state, clock }),
  } satisfies AppContext;

  const known = catalogue({
    ...app,
    changed: (profileId) => emitEvent('placesChanged', profileId),
    onPlacesKnown: opened.addKnownPlaces,
  });
  const setup = setupFeature({ ...app, known });
  const writes = openWriteEngine({
    ...{ ports, state, secrets, opened, sends },
    start: (planId, profileId) => jobs.start('changes.apply', profileId, { planId }),
    resume: (planId, profileId) => jobs.startByItself('changes.apply', profileId, { planId }),
    wake: (profileId) => jobs.wake(profileId),
    changed: (plans) => emit('changes', 'changed', { plans }),
    journalChanged: (revision) => {
      emit('journal', 'changed', { revision });
      emitEvent('journalChanged');
    },
    onReply: (...reply) => emitEvent('reply', ...reply),
  });
  const ofImports = importStates(app);
  const exported = openDependencyExports(app);
  const mirrors = mirrorMonitor(app);
  const watching = webhookWatching(app);
  const ofProjects = projectFeatures(app, () => {
    writes.context.journalChanged();
    notices.settingsChanged();
  });
  const placesOf = (profileId: string, name: Parameters<typeof scopesInUse>[2]) => scopesInUse(state, profileId, name);

  // Started in this order, and closed in the reverse order
  features.push(
    { close: stores.close },
    { close: opened.closeAll },
    { close: app.texts.close },
    setup,
    { forget: jobs.forget, start: () => jobs.resumeAll(), close: () => jobs.close() },
    {
      jobs: syncKinds(app.archive, (profileId, { name }) => placesWithList(state, profileId, name)),
      watches: listWatches({
        placesOf,
        syncUsers: (profileId) => jobs.startByItself(usersCrawl.name, profileId),
      }),
    },
    { reply: known.reply },
    {
      jobs: [changesApply(writes)],
      start: () => writes.resumeAll(),
      close: () => writes.close(),
      forget: (profileId) => {
        writes.context.staged.forget(profileId);
        return writes.engine.removeOf(profileId);
      },
    },
    { ...ofImports, watches: [importWatch(ofImports)] },
    {
      ...mirrors,
      watches: [
        remoteMirrorsWatch({ projects: (profileId) => placesOf(profileId, 'remoteMirrors'), monitor: mirrors }),
      ],
    },
    { ...exported, watches: [dependencyExportsWatch(exported)] },
    ofProjects,
    {
      ...projectPaths(app),
      watches: webhookWatches({
        watching,
        isOff: (profileId) => offTest(state, profileId, 'webhooks'),
        projectsOf: (profileId) => placesOf(profileId, 'webhooks'),
        placesChanged: watches.follow,
      }),
    },
    {
      watches: [
        foundImportsWatch(
          ofImports,
          (profileId) => placesInUse(state, profileId, { scopes: ['project'] }).map(({ scope }) => scope),
          watches.follow,
        ),
      ],
    },
    watches,
    notices,
    connectionWatch(ports),
  );
  for (const { jobs: own = [], watches: more = [] } of features) {
    jobKinds.push(...own);
    // Without automation, only watches of operations that are under way run
    watchKinds.push(...more.filter((kind) => isAutomatic || kind.isAlways));
  }

  const syncOpened = openedLists({ ...app, setupOf: setup.phaseOf });
  const uploads = planUploads();
  const replays: StoredReplays = new Map();
  const removal = profileRemoval({
    ...{ ...app, vault: keyed, files: stores.files },
    ends: [windows.follow, jobs.interrupt, watches.end, opened.close],
    resume: (profileId) => {
      watches.follow(profileId);
      jobs.resumeAll();
      return windows.renew(profileId);
    },
    forget: features.flatMap(({ forget }) => forget ?? []),
    removed: windows.renew,
  });

  /** The services of one window. Everything that windows share is created once, above. */
  function servicesOf({ open, ...shown }: Shown): AppServices {
    const called = {
      ...collectionServices({ ...app, open, mirrors, webhooks: watching }),
      dependencyExports: exported.servicesOf(open),
      imports: imports({ ...app, open, states: ofImports }),
      watches: watchServices(watches, clock, open, (profileId, name) => placesOff(state, profileId, name)),
    };
    return {
      ...called,
      ...ofProjects.servicesOf(open),
      catalogue: known.servicesOf(open),
      changes: changes(open, writes, app.fileExports, uploads, app.texts),
      explorer: explorer(open, known.onText),
      journal: journal({ ...app, revision: writes.revision }),
      overview: overview({ ...app, open, services: called, importStates: ofImports }),
      notices: notices.services,
      secrets: secretVerbs(writes),
      stagedFiles: stagedFileServices(open, writes.context.staged),
      profiles: profiles({
        ...{ ...app, vault: keyed, removal, opened, shown, windows },
        tokenReplaced: setup.tokenReplaced,
        added: (profileId) => {
          windows.emitProfilesChanged();
          for (const { id } of state.profiles.list()) watches.follow(id);
          setup.added(profileId);
        },
      }),
      setup: setup.servicesOf(open),
      search: search(open, state.catalogue, called.keys),
      pushRuleReplay: pushRuleReplay(open, ports, app.fileExports, replays),
      jobs: jobServices(jobs, open, clock, syncOpened),
    } satisfies AppServices;
  }

  try {
    const { archive: archiveFile, blobs: blobFile } = stores;
    if (archiveFile.restored !== null) notice('archive-restored', JSON.stringify(archiveFile.restored));
    if (blobFile.restored !== null) notice('blobs-restored', JSON.stringify(blobFile.restored));
    stores.checkLater();
    if (isWritable) await removal.continueAll();
    state.jobs.prune();
    state.plans.prune();
    await moveProxyLogins(state.profiles, secrets, (profileId) => log.warn('proxy login not moved', { profileId }));
    for (const profile of state.profiles.list()) {
      await tokens.bindOld(profile).catch(() => log.warn('token not bound', { profileId: profile.id }));
    }
    // Open the instance that the first window will probably show. A failure must not keep Reeve from starting
    const last = lastOpened();
    if (last !== null) await opened.of(last).then(queryFirstList, (thrown: unknown) => notOpened(last, thrown));
    notices.begin();
    if (isWritable) for (const feature of features) feature.start?.();
  } catch (thrown) {
    await close();
    throw thrown;
  }

  return {
    state,
    jobs: { list: jobs.list },
    /** Services without a window. */
    services: servicesOf({
      open: () => {
        throw noInstance();
      },
      shownId: () => null,
      show: async () => undefined,
    }),
    lastOpened,
    settingsChanged: notices.settingsChanged,
    cutOffByQuit: (isSessionOnly: boolean) => cutOffByQuit(jobs.list(), jobKinds, isSessionOnly),
    setUpDemo: setup.setUpDemo,
    addExports: (profileId: string, wanted: readonly ExportToAdd[]) => exported.addNew(profileId, wanted),
    begin: windows.begin,
    fillEmptyWindows: windows.fillEmptyWindows,
    wasExported: app.fileExports.has,
    close,
  };

  /** Closes everything. If one part fails, for example because a database is damaged, the others are still closed. */
  async function close(): Promise<void> {
    for (const feature of features.toReversed()) {
      try {
        await feature.close?.();
      } catch (thrown) {
        log.warn('fact not stored', failed(thrown));
      }
    }
  }
}
