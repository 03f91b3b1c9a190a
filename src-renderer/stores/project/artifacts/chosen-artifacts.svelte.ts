import type { ArtifactSource, ChosenArtifact } from '#shared/contract/artifact-files.ts';
import type { Pin } from '#shared/contract/pins.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';
import { pinsOf } from '../../stored/pins.svelte.ts';

/** The artifacts of one project that a person chose to keep offline. */
export class ChosenArtifacts extends LastReply<readonly ChosenArtifact[]> {
  readonly scope: Scope;

  constructor(session: Session, scope: Scope) {
    const { artifactFiles } = session.client;
    super(session, async () => (await artifactFiles.chosen({ scope })).artifacts, [artifactFiles]);
    this.scope = scope;
  }

  has(source: ArtifactSource): boolean {
    return this.value?.some((one) => textOf(one.source) === textOf(source)) === true;
  }

  /**
   * The pin that stores them: of the project, a group that contains it, or everything. `path`: of the project. Read it
   * reactively.
   */
  pinAt(path: string | null): Pin | undefined {
    const pins = pinsOf(this.session);
    const isWithFiles = (pin: Pin | undefined): boolean =>
      pin?.depths.some(({ depth, isChosen }) => depth === 'files' && isChosen) === true;
    return [pins.of(this.scope), pins.around(this.scope, path)].find(isWithFiles);
  }

  /** Choose an artifact, or stop keeping it, and let `pin` store new ones. Fails: as `artifactFiles.choose`. */
  async choose(source: ArtifactSource, isChosen: boolean, pin: Pin | undefined): Promise<void> {
    await this.session.client.artifactFiles.choose({ source, isChosen });
    await this.load();
    if (isChosen && pin !== undefined && pin.state !== 'paused') await pinsOf(this.session).resume(pin);
  }

  /** Save what is stored to a place that the person chooses. Fails: as `artifactFiles.save`. */
  exportStored = ({ source }: ChosenArtifact) => this.session.client.artifactFiles.save({ source, isStored: true });

  /** Download any artifact to a place that the person chooses. Fails: as `artifactFiles.save`. */
  download(source: ArtifactSource, jobToken: string | undefined) {
    return this.session.client.artifactFiles.save({ source, jobToken });
  }
}

/** The same text for equal sources, whatever the order of their fields is. */
function textOf(source: ArtifactSource): string {
  const { by, scope, path } = source;
  const rest = by === 'ref' ? [source.ref, source.job, source.searchRecent] : [];
  return JSON.stringify([by, scope, path, ...rest]);
}
