import { turnsOf, type Response } from '../../../model/item/item';

/** The responses of rows with the same prompt, each once: r1, r2 and so on in the order in which they first come. */
export class DistinctResponses {
  private readonly byText = new Map<string, Response>();

  /** The id of a row's response. */
  idOf(response: Response): string {
    const text = JSON.stringify(turnsOf(response));
    const { id } = this.byText.get(text) ?? { id: `r${this.byText.size + 1}` };
    if (!this.byText.has(text)) this.byText.set(text, { ...response, id });
    return id;
  }

  all(): Response[] {
    return [...this.byText.values()];
  }
}
