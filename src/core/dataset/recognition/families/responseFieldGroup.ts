/** Fields that hold the responses of a record together. */
export type ResponseFieldGroup =
  | {
      readonly kind: 'polar';
      readonly better: string;
      readonly worse: string;
      /** The better one is called an edit of the other, and nothing else says that it is better. */ readonly isGuess?: true;
    }
  | {
      readonly kind: 'siblings';
      readonly paths: readonly string[];
      /** The field whose values name them. */ readonly label?: string;
      /** Nothing but their likeness says that they are responses. */ readonly isGuess?: true;
    }
  | {
      readonly kind: 'list';
      readonly path: string;
      /** Where the text stands in its entries, where that is not under a usual name. */ readonly text?: string;
    }
  | { readonly kind: 'models'; readonly paths: readonly string[] }
  | {
      readonly kind: 'single';
      readonly path: string;
      /** What it should have been, as a guess. */ readonly reference?: string;
    }
  | { readonly kind: 'conversation'; readonly path: string };

export const pathsOf = (family: ResponseFieldGroup): readonly string[] =>
  family.kind === 'polar' ? [family.better, family.worse] : 'paths' in family ? family.paths : [family.path];

/** Whether a field is one of a family's, or stands within one of them. */
export const isInGroup = (path: string, families: readonly ResponseFieldGroup[]): boolean =>
  families.flatMap(pathsOf).some((each) => path === each || path.startsWith(`${each}.`));
