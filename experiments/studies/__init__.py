"""Studies: experiments that answer a question, ready to run."""
