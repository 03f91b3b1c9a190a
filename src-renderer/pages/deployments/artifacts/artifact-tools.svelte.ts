import type { ArtifactSource, ChosenArtifact } from '#shared/contract/artifact-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { artifactsPage as words } from '#shared/text/en/artifacts.ts';
import { exports } from '#shared/text/en/exports.ts';
import { attempt } from '../../../components/messages/attempt.ts';
import { exportFile } from '../../../console/export/export-question.ts';
import { placeName } from '../../../console/scope.ts';
import type { Stores } from '../../../stores/context.ts';
import { ChosenArtifacts } from '../../../stores/project/artifacts/chosen-artifacts.svelte.ts';

/** The field of the job token. */
export const tokenField = { label: words.token, help: words.tokenHelp, control: { kind: 'secret' } } as const;

/** What can be done with any artifact of a project, and the job token of its next request. */
export class ArtifactTools extends ChosenArtifacts {
  /** Kept only here, until the next request. */
  token = $state('');
  readonly #stores: Stores;
  /** The pin that stores what is chosen. */
  readonly pin = $derived.by(() => this.pinAt(placeName(this.#stores, this.scope)));

  constructor(stores: Stores, project: Scope) {
    super(stores.session, project);
    this.#stores = stores;
  }

  /** The entered job token, which is cleared so that it is sent only once. */
  takeToken(): string | undefined {
    const taken = this.token.trim();
    this.token = '';
    return taken === '' ? undefined : taken;
  }

  /** Choose an artifact to keep offline, or stop keeping it. */
  toggle(source: ArtifactSource): void {
    void attempt(() => this.choose(source, !this.has(source), this.pin), words.chosen.failed);
  }

  /** Download an artifact to a place that the person chooses. */
  save(source: ArtifactSource): void {
    this.#export(() => this.download(source, this.takeToken()));
  }
  /** Save what is stored of an artifact to a place that the person chooses. */
  saveStored(one: ChosenArtifact): void {
    this.#export(() => this.exportStored(one));
  }

  #export(send: () => ReturnType<ChosenArtifacts['exportStored']>): void {
    const question = { title: words.saveTitle, run: exports.save, done: () => words.saved, failed: words.saveFailed };
    void exportFile(this.#stores, question, send);
  }
}
