import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { connectionWatch } from '#main/jobs/connection-watch.ts';
import { cutOffByQuit } from '#main/jobs/cut-off.ts';
import { changesApply } from '#main/jobs/changes.ts';
import { importWatch } from '#main/jobs/watches/imports.ts';
import { jobServices } from '#main/jobs/job-services.ts';
import { openedLists } from '#main/jobs/opened-lists.ts';
import { usersCrawl } from '#main/jobs/users-sync.ts';
import { scheduler } from '#main/jobs/scheduler.ts';
import { syncAgain } from '#main/jobs/sync-again.ts';
import { syncKinds } from '#main/jobs/sync-kinds.ts';
import { rowArchive } from '#main/services/archive/row-archive.ts';
import { catalogue, groupsAround } from '#main/services/catalogue/catalogue.ts';
import { collectionServices } from '#main/services/collection-services.ts';
import { planUploads } from '#main/changes/plan-file/plan-uploads.ts';
import { changes } from '#main/services/changes/changes.ts';
import { explorer } from '#main/services/explorer/explorer.ts';
import { importStates } from '#main/services/imports/import-states.ts';
import { openDownloads } from '#main/services/exports/downloads.ts';
import { createFileExports } from '#main/services/exports/file-exports.ts';
import { imports } from '#main/services/imports/imports.ts';
import { instances, noInstance } from '#main/services/instances/instances.ts';
import { journal } from '#main/services/changes/journal.ts';
import { overview } from '#main/services/overview/overview.ts';
import { storedTokens } from '#main/services/instances/stored-token.ts';
import { profileRemoval } from '#main/services/instances/profile-removal.ts';
import { profiles } from '#main/services/instances/profiles.ts';
import { pushRuleReplay, type StoredReplays } from '#main/services/push-rules/push-rule-replay.ts';
import { moveProxyLogins, proxyWithLogin } from '#main/services/instances/proxy-login.ts';
import { noticesOf } from '#main/services/notices/compose-notices.ts';
import { textParser } from '#main/services/text-parser.ts';
import { placesInUse, placesWithList } from '#main/services/setup/setup-places.ts';
import { search } from '#main/services/search.ts';
import { stagedFileServices } from '#main/services/changes/staged-files.ts';
import { secrets as secretVerbs } from '#main/services/changes/secrets.ts';
import { openWriteEngine } from '#main/services/changes/write-engine.ts';
import { openSendCounter } from '#main/state/open/send-counter.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { composeWatches, type OpenOptions } from './automatic.ts';
import { isUsable } from '#main/services/instances/connection.ts';
import { connectionEvents } from './connection-events.ts';
import { composeDependencyExports } from './dependency-exports.ts';
import { queryFirstList } from './first-list.ts';
import { lastReached } from './last-reached.ts';
import { notOpenedReport } from './not-opened.ts';
import { projectFeatures } from './project-features.ts';
import { setupFeature } from './setup-feature.ts';
import { sessions, type AppServices, type Shown } from './sessions.ts';
import { composeMirrors } from './remote-mirrors.ts';
import type { Stores } from './stores.ts';
import { composeWebhooks } from './webhooks.ts';

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
  const sends = await openSendCounter({ ...stores, entry: vault.sendCount(), log, now: clock.now() });
  const fileExports = createFileExports(ports.exports);
  const secrets = vault.secrets();
  const state = stores.tables;
  const tokens = storedTokens(secrets);
  function notice(code: string, detail: string): void {
    quietly(() => state.notices.add({ at: clock.now(), code, detail }));
    emit('host', 'statusChanged', {});
  }
  /** Run `work` and only log its failure. For additional facts: the caller must not fail if they can't be stored. */
  function quietly(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      ports.log.warn('fact not stored', failed(thrown));
    }
  }
  const { isRemoved } = state.profiles;
  const noteReached = lastReached(state.profiles);
  function stored(profileId: string): StoredProfile {
    const profile = state.profiles.get(profileId);
    if (profile === null) throw new Failure('missing', 'no such profile');
    return profile;
  }

  const noticed = noticesOf({
    ports,
    state,
    instanceOf: (profileId) => opened.of(profileId),
    changed: (unread) => emit('notices', 'changed', { unread }),
  });
  const connectionChanged = connectionEvents(clock, (profileId, connection) => {
    windows.emitTo(profileId)('host', 'connectionChanged', connection);
  });
  const opened = instances({
    ...{ ports, examinations, isWritable, onAttempt },
    vault: { folder, databaseKey: () => vault.databaseKey() },
    tokenOf: (profile) => tokens.find(profile.id, profile),
    ...{ profileOf: stored, isRemoved },
    proxyOf: (profile) => proxyWithLogin(profile, secrets),
    reachedAt: state.profiles.reachedAt,
    onDialectShown: (...shown) =>
      quietly(() => state.profiles.proposeDialect(...shown) && windows.emitProfilesChanged()),
    onConnection: (profileId, connection, before) => {
      quietly(() => noteReached(profileId, connection));
      if (isUsable(connection) && !isUsable(before)) {
        jobs.wake(profileId);
        watched.release(profileId);
      }
      connectionChanged(profileId, connection);
      noticed.connection(profileId, connection);
    },
    onChanged: (profileId, { collection, ...change }) => {
      if (collection === 'remoteMirrors') mirrors.monitor.changed(profileId, change.ids);
      if (collection === 'webhooks') webhooks.paths.changed(profileId);
      windows.emitTo(profileId)(collection, 'changed', change);
      noticed.lists.onChanged(profileId, collection);
    },
    onReferences: (profileId, named) => quietly(() => known.onReferences(profileId, named)),
    onMoved: (profileId, project) => quietly(() => known.onMoved(profileId, project)),
    placesOf: state.catalogue.knownIds,
    onRepaired: (profile, { lists: synced, ...repair }) => {
      notice('cache-repaired', JSON.stringify({ ...repair, name: profile.name }));
      quietly(() => syncAgain({ jobs, state, profileId: profile.id, synced }));
    },
    onNotRepaired: ({ name }, { message }) => notice('cache-not-repaired', `${name}: ${message}`),
  });
  const writes = openWriteEngine({
    ...{ ports, state, secrets, opened, sends },
    start: (planId, profileId) => jobs.start('changes.apply', profileId, { planId }),
    resume: (planId, profileId) => jobs.startByItself('changes.apply', profileId, { planId }),
    wake: (profileId) => jobs.wake(profileId),
    changed: (plans) => emit('changes', 'changed', { plans }),
    journalChanged: (revision) => {
      emit('journal', 'changed', { revision });
      exported.adopt();
    },
    onReply: (profile, name, reply) => {
      importsKept.onReply(profile.id, name, reply);
      known.onReply(profile, name, reply);
    },
  });
  const importsKept = importStates({
    table: state.imports,
    instanceOf: opened.of,
    clock,
    onChanged: (profileId) => windows.emitTo(profileId)('imports', 'changed', {}),
    onRunning: (profileId) => watched.follow(profileId),
    onEnded: noticed.importEnded,
  });
  const exported = composeDependencyExports({
    ...{ ports, state, fileExports, observe: noticed.observe, report: noticed.notices.report },
    changed: (profileId, revision) => windows.emitTo(profileId)('dependencyExports', 'changed', { revision }),
    watches: () => watched,
    instanceOf: opened.of,
  });
  const mirrors = composeMirrors({
    ...{ ports, state, instanceOf: opened.of, observe: noticed.observe },
    poke: (profileId, kind, scope) => watched.poke(profileId, kind, scope),
  });
  const archive = rowArchive({ archive: state.archive, clock });
  const webhooks = composeWebhooks({ ports, state, archive, observe: noticed.observe, instanceOf: opened.of });
  const setup = setupFeature({
    ...{ ports, state, tokens, archive, isAutomatic },
    known: () => known,
    jobs: () => jobs,
    emitTo: (profileId) => windows.emitTo(profileId),
    watches: () => watched,
  });
  const downloads = openDownloads((profileId) => windows.emitTo(profileId)('downloads', 'changed', {}));
  const ofProjects = projectFeatures({
    ...{ ports, state, fileExports, downloads, instanceOf: opened.of },
    jobs: () => jobs,
    watches: () => watched,
    emitTo: (profileId) => windows.emitTo(profileId),
  });
  const jobKinds = [
    changesApply(writes),
    ...syncKinds(archive, (profileId, { name }) => placesWithList(state, profileId, name)),
    setup.job,
    ...ofProjects.jobs,
  ];
  const jobs = scheduler({
    kinds: jobKinds,
    saved: state.jobs,
    instanceOf: opened.of,
    freeBytes: () => ports.disk.freeBytes(folder),
    emit: (delta) => {
      emit('jobs', 'changed', delta);
      setup.jobsChanged(delta.jobs);
      noticed.tray.jobs(jobs.list());
    },
    onEnded: noticed.jobEnded,
    ...{ ...ports, isRemoved },
  });

  const watched = composeWatches({
    ...{ ports, state, folder, instanceOf: opened.of, isAutomatic, webhooks: webhooks.watching },
    kinds: [importWatch(importsKept), mirrors.watch, exported.watch, ...ofProjects.watches],
    imports: importsKept,
    isShown: (profileId) => windows.shows(profileId),
    setupOf: setup.phaseOf,
    questionsOf: jobs.questionsOf,
    syncUsers: (profileId) => jobs.startByItself(usersCrawl.name, profileId),
    changed: (profileId) => windows.emitTo(profileId)('watches', 'changed', {}),
  });
  const syncOpened = openedLists({ jobs, state, setupOf: setup.phaseOf, clock, isAutomatic });
  const watch = connectionWatch(ports);
  const uploads = planUploads();
  const replays: StoredReplays = new Map();
  const notOpened = notOpenedReport({ log, notice, nameOf: (profileId) => state.profiles.get(profileId)?.name ?? '' });
  const windows = sessions({
    instanceOf: opened.of,
    firstOf: (wanted) => (wanted !== null && state.profiles.get(wanted) !== null ? wanted : lastOpened()),
    ...{ servicesOf, isRemoved },
    onShown: (shown) => {
      watch.follow(shown);
      noticed.lists.follow(shown);
      watched.wake();
      setup.shown(shown);
    },
    onNotOpened: notOpened,
  });

  function lastOpened(): string | null {
    const [last] = state.profiles.list().sort((a, b) => (b.lastOpenedAt ?? 0) - (a.lastOpenedAt ?? 0));
    return last?.id ?? null;
  }

  const texts = textParser(ports.workers.parse);
  const known = catalogue({
    table: state.catalogue,
    ports,
    fileExports,
    texts,
    changed: (profileId, revision) => {
      windows.emitTo(profileId)('catalogue', 'changed', { revision });
      watched.follow(profileId);
      webhooks.paths.changed(profileId);
    },
    onPlacesKnown: opened.addKnownPlaces,
  });

  const removal = profileRemoval({
    ...{ ports, folder, secrets, tokens, table: state.profiles, files: stores.files },
    databaseKey: () => vault.databaseKey(),
    ends: [windows.follow, jobs.interrupt, watched.end, opened.close],
    resume: (profileId) => {
      watched.follow(profileId);
      jobs.resumeAll();
      return windows.renew(profileId);
    },
    forget: [
      ...[jobs.forget, setup.profileRemoved, writes.context.staged.forget, exported.forget, noticed.forget],
      writes.engine.removeOf,
    ],
    removed: windows.renew,
  });

  /** The services of one window. Everything that windows share is created once, above. */
  function servicesOf({ open, shownId, show }: Shown): AppServices {
    const ofCollections = collectionServices({
      ...ports,
      ...{ open, fileExports, downloads, archive, mirrors, texts },
      groupsAround: (profileId: string, project: Scope) => groupsAround(state.catalogue, profileId, project),
      start: (kind, input) => jobs.start(kind, open().profile.id, input),
      webhooks: { watching: webhooks.watching, checkSoon: watched.checkDeliveries },
    });
    const ofWatches = watched.servicesOf(open);
    const ofExports = exported.servicesOf(open);
    const ofImports = imports({ open, journal: state.journal, catalogue: state.catalogue, texts, states: importsKept });
    return {
      ...ofCollections,
      ...ofProjects.servicesOf(open),
      catalogue: known.servicesOf(open),
      changes: changes(open, writes, fileExports, uploads, texts),
      dependencyExports: ofExports,
      explorer: explorer(open, known.onText),
      imports: ofImports,
      journal: journal({
        table: state.journal,
        revision: writes.revision,
        ports,
        fileExports,
        dialectOf: (profileId) => state.profiles.get(profileId)?.dialect ?? 'documented',
      }),
      overview: overview({
        open,
        state,
        groupsOf: (profileId) => placesInUse(state, profileId, { scopes: ['group'] }).map(({ scope }) => scope),
        horizon: async (scope, signal) => ofCollections.accessTokens.horizon({ scope }, signal),
        mirrorFacts: async (rows, signal) => (await ofCollections.remoteMirrors.facts({ rows }, signal)).facts,
        ...{ watches: ofWatches, exports: ofExports, imports: ofImports, importStates: importsKept, clock },
      }),
      notices: noticed.notices.services,
      secrets: secretVerbs(writes),
      stagedFiles: stagedFileServices(open, writes.context.staged),
      profiles: profiles({
        ...{ ports, folder, secrets, tokens, opened, jobs, removal },
        databaseKey: () => vault.databaseKey(),
        table: state.profiles,
        capabilities: state.capabilities,
        closed: watched.closed,
        ...{ shownId, tokenReplaced: setup.tokenReplaced, changed: windows.emitProfilesChanged },
        show,
        renew: windows.renew,
        added: (profileId) => {
          windows.emitProfilesChanged();
          for (const { id } of state.profiles.list()) watched.follow(id);
          setup.added(profileId);
        },
      }),
      setup: setup.servicesOf(open),
      search: search({ open, table: state.catalogue }),
      watches: ofWatches,
      pushRuleReplay: pushRuleReplay(open, ports, fileExports, replays),
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
    await moveProxyLogins(state.profiles, secrets, (profileId) =>
      ports.log.warn('proxy login not moved', { profileId }),
    );
    for (const profile of state.profiles.list()) {
      await tokens.bindOld(profile).catch(() => ports.log.warn('token not bound', { profileId: profile.id }));
    }
    await openLast();
    noticed.start();
    if (isWritable) {
      jobs.resumeAll();
      writes.resumeAll();
      exported.adopt();
      watched.start();
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }

  /** Open the instance that the first window will probably show. A failure must not keep Reeve from starting. */
  async function openLast(): Promise<void> {
    const last = lastOpened();
    if (last !== null) await opened.of(last).then(queryFirstList, (thrown: unknown) => notOpened(last, thrown));
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
    settingsChanged: noticed.settingsChanged,
    cutOffByQuit: (isSessionOnly: boolean) => cutOffByQuit(jobs.list(), jobKinds, isSessionOnly),
    setUpDemo: setup.setUpDemo,
    addExports: exported.addNew,
    begin: windows.begin,
    fillEmptyWindows: windows.fillEmptyWindows,
    wasExported: fileExports.has,
    close,
  };

  /** Closes everything. If one part fails, for example because a database is damaged, the others are still closed. */
  async function close(): Promise<void> {
    watch.stop();
    noticed.stop();
    watched.stop();
    mirrors.monitor.close();
    webhooks.paths.close();
    writes.close();
    await Promise.allSettled([jobs.close(), exported.close(), texts.close()]);
    quietly(setup.close);
    await Promise.allSettled([opened.closeAll()]);
    stores.close();
  }
}
